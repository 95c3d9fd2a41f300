import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { ExecutionLifecycleHooks, WorkflowExecute } from 'n8n-core';
import type {
	IDataObject,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	INodeTypes,
	IVersionedNodeType,
	IWorkflowExecuteAdditionalData,
	IWorkflowSettings,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { createRunExecutionData, NodeHelpers, Workflow } from 'n8n-workflow';
// With its extension: a loader beside jest's would take the codex file of the same name, which is JSON.
import { Knowledge } from '../../nodes/Knowledge/Knowledge.node.ts';
import { Platform } from '../../nodes/Platform/Platform.node.ts';
import { PlatformTrigger } from '../../nodes/PlatformTrigger/PlatformTrigger.node.ts';
import { SlotTrigger } from '../../nodes/SlotTrigger/SlotTrigger.node.ts';
import { CredentialStore, type CredentialSet } from './credentialStore';

export const PACKAGE = 'n8n-nodes-crm-platform';

/** n8n offers each `usableAsTool` node a second time, for language models, with this suffix. */
function asTool<Node extends INodeType>(node: Node): Node {
	node.description = { ...node.description, name: `${node.description.name}Tool` };
	return node;
}

/** One of each, as n8n has them. */
const OURS: Record<string, INodeType> = {
	[`${PACKAGE}.knowledgeTool`]: asTool(new Knowledge()),
	[`${PACKAGE}.platformTool`]: asTool(new Platform()),
	[`${PACKAGE}.knowledge`]: new Knowledge(),
	[`${PACKAGE}.platform`]: new Platform(),
	[`${PACKAGE}.platformTrigger`]: new PlatformTrigger(),
	[`${PACKAGE}.slotTrigger`]: new SlotTrigger(),
};

/** The nodes with the fields of one operation alone, by type and operation. */
const ofOneOperation = new Map<string, INodeType>();

/**
 * A node without the fields of its other operations, which n8n hides: it looks through all fields of a node for each one that
 * is read, which took most of the time of these tests.
 */
function withFieldsOf(name: string, { resource, operation }: INodeParameters): INodeType {
	const nodeType = OURS[name];
	// What is left out, or an expression, is for n8n to find out.
	const isChosen = [resource, operation].every((one) => /^\w+$/.test(String(one ?? '')));
	if (!isChosen) return nodeType;
	const key = `${name} ${String(resource)}.${String(operation)}`;
	const known = ofOneOperation.get(key);
	if (known) return known;
	const isOf = (shown: unknown[] | undefined, chosen: unknown) => shown?.includes(chosen) ?? true;
	const properties = nodeType.description.properties.filter(({ displayOptions }) => {
		const { show } = displayOptions ?? {};
		return isOf(show?.resource, resource) && isOf(show?.operation, operation);
	});
	const description = { ...nodeType.description, properties };
	const reduced = Object.create(nodeType, { description: { value: description } }) as INodeType;
	ofOneOperation.set(key, reduced);
	return reduced;
}

function nodeTypes({ type: name, nodeType, node, parameters }: NodeUnderTest): INodeTypes {
	const known: Record<string, INodeType | IVersionedNodeType> = nodeType
		? { [node?.type ?? `${PACKAGE}.${name}`]: nodeType }
		: {};
	const find = (type: string) => {
		if (type in known) return known[type];
		if (type in OURS) return withFieldsOf(type, parameters);
		throw new Error(`Unknown node type "${type}"`);
	};
	return {
		getByName: find,
		getByNameAndVersion: (type, version) => NodeHelpers.getVersionedNodeType(find(type), version),
		getKnownTypes: () => ({}),
	};
}

export interface NodeUnderTest {
	/** `knowledge`, `platform`, `platformTrigger` or `slotTrigger`; or any name, with `nodeType`. */
	type: string;
	/** A node of somebody else, to run it under the same conditions. */
	nodeType?: INodeType | IVersionedNodeType;
	parameters: INodeParameters;
	credentials?: CredentialSet;
	/** Overrides `credentials`: share one store between runs to see what a run left in it. */
	store?: CredentialStore;
	typeVersion?: number;
	settings?: IWorkflowSettings;
	/** Of the workflow, as n8n loads it from its database. */
	staticData?: IDataObject;
	workflowId?: string;
	/** Published. */
	active?: boolean;
	/** Further fields of the node: `onError`, `retryOnFail`, … */
	node?: Partial<INode>;
}

export interface RunRequest extends NodeUnderTest {
	/** Input items; one empty item by default. */
	items?: Array<IDataObject | INodeExecutionData>;
	mode?: WorkflowExecuteMode;
}

export type RunResult = Awaited<ReturnType<typeof runNode>>;
type RunError = Error & { description?: string; httpCode?: string; context?: IDataObject };

/** Builds the workflow of one node that both the runs and the contexts of the tests use. */
export function buildWorkflow(under: NodeUnderTest): Workflow {
	const credentialTypes = Object.keys(under.credentials ?? {});
	const node: INode = {
		id: 'node-under-test',
		name: 'Node',
		type: `${PACKAGE}.${under.type}`,
		typeVersion: under.typeVersion ?? 1,
		position: [200, 0],
		parameters: under.parameters,
		credentials: Object.fromEntries(
			credentialTypes.map((type) => [type, { id: `id-${type}-${RUN_ID}`, name: type }]),
		),
		...under.node,
	};
	return new Workflow({
		id: under.workflowId ?? 'workflow-under-test',
		name: 'Workflow under test',
		nodes: [node],
		connections: {},
		active: under.active ?? false,
		nodeTypes: nodeTypes(under),
		settings: { executionOrder: 'v1', timezone: 'UTC', ...under.settings },
		staticData: under.staticData,
	});
}

/** Distinct per test file, since the core keeps refreshes in flight by credential id. */
const RUN_ID = randomUUID();

/** What n8n hands to its engine for one execution; only the credential table is ours. */
export function additionalDataFor(store: CredentialStore): IWorkflowExecuteAdditionalData {
	const webhookBaseUrl = 'http://127.0.0.1:5678/webhook';
	return {
		credentialsHelper: store,
		currentNodeExecutionIndex: 0,
		formWaitingBaseUrl: 'http://127.0.0.1:5678/form-waiting',
		webhookBaseUrl,
		webhookWaitingBaseUrl: `${webhookBaseUrl}-waiting`,
		webhookTestBaseUrl: `${webhookBaseUrl}-test`,
		// The engine wants some; nobody listens.
		hooks: new ExecutionLifecycleHooks('trigger', randomUUID(), {} as never),
	} as unknown as IWorkflowExecuteAdditionalData;
}

/** Runs the node in n8n-core's own engine, with these items at its inputs. */
export async function execute(
	workflow: Workflow,
	main: INodeExecutionData[][],
	store: CredentialStore,
	mode: WorkflowExecuteMode,
) {
	const nodeExecutionStack = [{ node: workflow.getNode('Node')!, data: { main }, source: null }];
	const execution = createRunExecutionData({ executionData: { nodeExecutionStack } });
	const additionalData = Object.assign(additionalDataFor(store), { executionId: randomUUID() });
	const engine = new WorkflowExecute(additionalData, mode, execution);
	return await engine.processRunExecutionData(workflow);
}

/** Runs one node of this package, over real HTTP. */
export async function runNode(request: RunRequest) {
	const { credentials = {}, store = new CredentialStore(credentials), mode = 'trigger' } = request;
	const items = (request.items ?? [{}]).map((item) =>
		'json' in item ? (item as INodeExecutionData) : { json: item },
	);
	const run = await execute(buildWorkflow(request), [items], store, mode);

	const taskData = run.data.resultData.runData.Node?.[0];
	const outputs = (taskData?.data?.main ?? []).map((output) => output ?? []);
	return {
		/** All outputs, the error output included where the node has one. */
		outputs,
		/** Of the items of the first output. */
		json: (outputs[0] ?? []).map((item) => item.json),
		/** What the execution ended with, when it failed. */
		error: (run.data.resultData.error ?? taskData?.error) as RunError | undefined,
		run,
	};
}
