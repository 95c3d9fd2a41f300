import type { INode } from 'n8n-workflow';

/**
 * True when a language model calls the node. n8n loads each `usableAsTool` node a second time under
 * its type with "Tool" appended. `isToolExecution()` cannot be asked: it answers false where the AI
 * Agent has its tools run by the workflow engine.
 */
export function runsAsTool(node: INode): boolean {
	return node.type.endsWith('Tool');
}
