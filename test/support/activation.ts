import type { IDataObject, WorkflowActivateMode, WorkflowExecuteMode } from 'n8n-workflow';
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
	/** The workflow's static data column. */
	const column = { text: '{}' };
	const logs: string[] = [];

	async function run(
		methods: Array<'checkExists' | 'create' | 'delete'>,
		activation: WorkflowActivateMode,
	) {
		const { publicUrl = 'https://n8n.example.com' } = options;
		const { context, workflow, nodeType } = contextOf('hook', {
			...options,
			active: true,
			staticData: JSON.parse(column.text) as IDataObject,
			activation,
			log: (message) => logs.push(message),
			node: { ...options.node, webhookId: 'path-of-the-node' },
			additionalData: {
				webhookBaseUrl: `${publicUrl}/webhook`,
				webhookTestBaseUrl: `${publicUrl}/webhook-test`,
			},
		});
		for (const method of methods) {
			const done = await nodeType.webhookMethods?.default?.[method]?.call(context);
			if (method === 'checkExists' && done === true) break;
		}
		if (!(workflow.staticData as { __dataChanged?: boolean }).__dataChanged) return;
		column.text = JSON.stringify(workflow.staticData);
	}

	// Then static data is saved if it has changed.
	const publish = async () => await run(['checkExists', 'create'], 'activate');
	const unpublish = async () => await run(['delete'], 'update');
	return { options, column, logs, publish, unpublish };
}
