import type {
	IDataObject,
	WorkflowActivateMode,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { contextOf } from './context';
import type { NodeUnderTest } from './engine';

export interface ActivationOptions extends NodeUnderTest {
	/** n8n's WEBHOOK_URL, without a slash at the end. */
	publicUrl?: string;
	mode?: WorkflowExecuteMode;
}

export type PublishedWorkflow = ReturnType<typeof createWorkflow>;

/** A workflow with one trigger, which is published and unpublished the way n8n does it. */
export function createWorkflow(options: ActivationOptions) {
	const column = { text: '{}' };
	const logs: string[] = [];

	const run = async (
		methods: Array<'checkExists' | 'create' | 'delete'>,
		activation: WorkflowActivateMode,
	) => {
		const { publicUrl = 'https://n8n.example.com' } = options;
		const staticData = JSON.parse(column.text) as IDataObject;
		const { context, workflow, nodeType } = contextOf('hook', {
			...options,
			...{ active: true, staticData, activation, log: (message: string) => logs.push(message), node: { ...options.node, webhookId: 'path-of-the-node' } },
			additionalData: { webhookBaseUrl: `${publicUrl}/webhook`, webhookTestBaseUrl: `${publicUrl}/webhook-test` },
		});
		for (const method of methods) {
			const done = await nodeType.webhookMethods?.default?.[method]?.call(context);
			if (method === 'checkExists' && done === true) break;
		}
		if (!(workflow.staticData as { __dataChanged?: boolean }).__dataChanged) return;
		column.text = JSON.stringify(workflow.staticData);
	};

	return {
		options,
		/** The workflow's static data column. */
		column,
		logs,
		/** checkExists, then create unless it exists, then static data is saved if it has changed. */
		publish: async (activation: WorkflowActivateMode = 'activate') => await run(['checkExists', 'create'], activation),
		/** delete, then static data is saved if it has changed. */
		unpublish: async () => await run(['delete'], 'update'),
	};
}
