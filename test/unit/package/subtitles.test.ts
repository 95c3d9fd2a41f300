import { isTrigger, nodes, pairsOf } from './packageClasses';
import { buildWorkflow } from '../../support/engine';

/** As the canvas shows it under the node's name. */
function subtitle(type: string, resource: string, operation: string, expression: string): unknown {
	const workflow = buildWorkflow({ type, parameters: { resource, operation } });
	const node = workflow.getNode('Node')!;
	return workflow.expression.getSimpleParameterValue(node, expression, 'internal', {});
}

describe.each(nodes.filter((node) => !isTrigger(node)))('the subtitle of $className', (node) => {
	const { name, subtitle: expression = '' } = node.instance.description;

	it.each(pairsOf(node).map((pair) => [pair] as const))('is in the words of the lists', async ({ resource, operation }) => {
		const shown = await subtitle(name, String(resource.value), String(operation.value), expression);
		expect(shown).toBe(`${operation.name}: ${resource.name}`);
	});
});
