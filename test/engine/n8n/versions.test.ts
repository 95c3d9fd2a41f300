import { NodeHelpers, type INode, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { Knowledge } from '../../../nodes/Knowledge/Knowledge.node';
import { Platform } from '../../../nodes/Platform/Platform.node';
import { PlatformTrigger } from '../../../nodes/PlatformTrigger/PlatformTrigger.node';
import { SlotTrigger } from '../../../nodes/SlotTrigger/SlotTrigger.node';

/** A new version as in CONTRIBUTING.md: one more number, wherever versions are listed, and a field. */
function withNextVersion(nodeType: INodeType): INodeType {
	nodeType.description.version = [1, 1.1];
	for (const { displayOptions } of nodeType.description.credentials ?? []) {
		displayOptions?.show?.['@version']?.push(1.1 as never);
	}
	const displayOptions = { show: { '@version': [{ _cnd: { gte: 1.1 } }] } };
	nodeType.description.properties.push({
		displayName: 'New Field',
		name: 'newField',
		type: 'boolean',
		default: false,
		displayOptions,
	});
	return nodeType;
}

const shownCredentials = (
	description: INodeTypeDescription,
	typeVersion: number,
	parameters: INode['parameters'],
) =>
	(description.credentials ?? [])
		.filter((credential) =>
			NodeHelpers.displayParameter(parameters, credential, { typeVersion }, description),
		)
		.map(({ name }) => name);

const parametersOf = ({ description }: INodeType, typeVersion: number) =>
	NodeHelpers.getNodeParameters(
		description.properties,
		{},
		true,
		false,
		{ typeVersion },
		description,
	);

it.each([new Knowledge(), new Platform(), new PlatformTrigger(), new SlotTrigger()] as INodeType[])(
	'node %# can get a version 1.1 with a field and the credentials of version 1',
	(nodeType) => {
		const next = withNextVersion(nodeType);
		const [old, now] = [1, 1.1].map((version) => parametersOf(next, version) ?? {});
		expect(old).not.toHaveProperty('newField');
		expect(now).toEqual({ ...old, newField: false });
		const shown = shownCredentials(next.description, 1, old);
		expect(shown.length).toBeGreaterThan(0);
		expect(shownCredentials(next.description, 1.1, now)).toEqual(shown);
	},
);
