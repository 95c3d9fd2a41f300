import { failureText, nodeJson } from '../../../runtime/execution';
import type { Harness } from '../harness';

interface Said {
	sessionId: string;
	text: string;
	metadata?: object;
}

/** Says something to an agent, as the chat panel of the editor does. @returns the ID of the execution */
export async function sendMessage(
	{ api }: Harness,
	workflowId: string,
	{ sessionId, text, metadata }: Said,
): Promise<string> {
	const { nodes } = await api.getWorkflow(workflowId);
	const trigger = nodes.find(({ type }) => type.endsWith('.chatTrigger'))?.name;
	const message = {
		sessionId,
		action: 'sendMessage',
		chatInput: text,
		...(metadata && { metadata }),
	};
	const data = {
		startTime: Date.now(),
		executionTime: 0,
		executionIndex: 0,
		executionStatus: 'success',
		source: [],
		data: { main: [[{ json: message }]] },
	};
	const { executionId } = await api.call<{ executionId: string }>({
		method: 'POST',
		path: `/workflows/${encodeURIComponent(workflowId)}/run`,
		body: { triggerToStartFrom: { name: trigger, data } },
	});
	return executionId;
}

/**
 * Says something to an agent, and waits for its reply.
 * @throws Error with what stopped the workflow
 */
export async function say(harness: Harness, workflowId: string, said: Said): Promise<string> {
	const { api } = harness;
	const execution = await api.waitForExecution(await sendMessage(harness, workflowId, said));
	const { nodes } = await api.getWorkflow(workflowId);
	const agent = nodes.find(({ type }) => type.endsWith('.agent'))?.name ?? '';
	const failure = failureText(execution);
	expect(failure).toBeUndefined();
	return String(nodeJson(execution, agent)[0]?.output);
}
