import { failureText, nodeJson } from '../../../runtime/execution';
import type { Harness } from '../harness';

/**
 * Says something to an agent, as the chat panel of the editor does, and waits for its reply.
 * @throws Error with what stopped the workflow
 */
export async function say(
	{ api }: Harness,
	workflowId: string,
	{ sessionId, text, metadata }: { sessionId: string; text: string; metadata?: object },
): Promise<string> {
	const { nodes } = await api.getWorkflow(workflowId);
	const trigger = nodes.find(({ type }) => type.endsWith('.chatTrigger'))?.name;
	const agent = nodes.find(({ type }) => type.endsWith('.agent'))?.name ?? '';
	const message = { sessionId, action: 'sendMessage', chatInput: text, ...(metadata && { metadata }) };
	const data = {
		startTime: Date.now(),
		executionTime: 0,
		executionIndex: 0,
		executionStatus: 'success',
		source: [],
		data: { main: [[{ json: message }]] },
	};
	const { executionId } = await api.session.call<{ executionId: string }>({
		method: 'POST',
		path: `/workflows/${encodeURIComponent(workflowId)}/run`,
		body: { triggerToStartFrom: { name: trigger, data } },
	});
	const execution = await api.waitForExecution(executionId);
	const failure = failureText(execution);
	expect(failure).toBeUndefined();
	return String(nodeJson(execution, agent)[0]?.output);
}
