import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { INode, INodeParameterResourceLocator, INodeProperties } from 'n8n-workflow';

import { nodes, optionsOf, pairsOf, ROOT, shownParameters } from './packageClasses';
import { readExample } from '../../../runtime/examples';

/** What a reader pastes into a field, and where the document says that it belongs. */
interface Row {
	field: string;
	expression: string;
}

const documented = (): Row[] =>
	readFileSync(path.join(ROOT, 'docs', 'use-from-an-agent.md'), 'utf8')
		.split('\n')
		.map((line) => /^\| (.+?) \| `(\{\{ \$fromAI\(.+\) \}\})` \|$/.exec(line))
		.filter((row) => row !== null)
		.map(([, field, expression]) => ({ field, expression }));

/** The label as the editor shows it, with the mode to choose first. */
function labelOf(property: INodeProperties | undefined, mode?: string): string {
	const chosen = property?.modes?.find(({ name }) => name === mode);
	return `${property?.displayName}${chosen ? `, *${chosen.displayName}*` : ''}`;
}

/** What an example leaves to the model. */
function leftToTheModel(tool: INode): Row[] {
	const { resource, operation } = tool.parameters as Record<string, string>;
	const node = nodes.find(({ instance }) => tool.type.endsWith(`.${instance.description.name}Tool`))!;
	const shown = shownParameters(node.instance, { resource, operation });
	const pair = pairsOf(node).find((one) => one.resource.value === resource && one.operation.value === operation);
	// The knowledge lookups share a table, so each row names its resource.
	const prefix = node.className === 'Knowledge' ? `${pair?.resource.name}: ` : '';
	const { options = {}, ...fields } = tool.parameters as Record<string, object>;
	const inOptions = shown.flatMap((property) => (property.name === 'options' ? (property.options as INodeProperties[]) : []));
	return [...Object.entries(fields), ...Object.entries(options)]
		.map(([name, parameter]) => {
			const { value, mode } = (typeof parameter === 'object' ? parameter : { value: parameter }) as INodeParameterResourceLocator;
			const label = labelOf([...shown, ...inOptions].find((property) => property.name === name), mode);
			return { field: `${prefix}${name in options ? '*Options* > ' : ''}${label}`, expression: String(value).replace(/^=/, '') };
		})
		.filter(({ expression }) => expression.includes('$fromAI('));
}

/** The number of recipes has a default that a reader need not replace. */
const OPTIONAL = 'Recipe: Limit';

it('docs/use-from-an-agent.md gives the expressions of the MCP example, under the labels of their fields', async () => {
	const { nodes: found } = await readExample('mcp-server.json');
	const tools = found.filter(({ type }) => type.startsWith('n8n-nodes-crm-platform.'));
	expect(tools.length).toBe(12);
	const rows = tools.flatMap(leftToTheModel).filter(({ field }) => field !== OPTIONAL);
	// Reschedule has the slot's fields of Book; a line that serves both stands once.
	const inOrder = (list: Row[]) => [...new Set(list.map((row) => `${row.field} ${row.expression}`))].sort();
	expect(inOrder(documented())).toEqual(inOrder(rows));
});

it('the document says what a tool for booking opens with', () => {
	const text = readFileSync(path.join(ROOT, 'docs', 'use-from-an-agent.md'), 'utf8');
	const platform = nodes.find(({ className }) => className === 'Platform')!;
	const asTool = { description: { ...platform.instance.description, name: 'platformTool' } };
	const shown = shownParameters(asTool, { resource: 'appointment', operation: 'book' });
	for (const name of ['slotSource', 'whenTaken']) {
		const property = shown.find((parameter) => parameter.name === name);
		const option = optionsOf(property).find(({ value }) => value === property?.default);
		expect(text).toContain(`*${property?.displayName}* is *${option?.name}*`);
	}
});
