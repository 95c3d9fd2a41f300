import { NodeHelpers, type INodeType } from 'n8n-workflow';

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

it.each([new Knowledge(), new Platform(), new PlatformTrigger(), new SlotTrigger()] as INodeType[])(
	'node %# can get a version 1.1 with a field and the credentials of version 1',
	(nodeType) => {
		const { description } = withNextVersion(nodeType);
		const { properties, credentials = [] } = description;
		const [old, now] = [1, 1.1].map((typeVersion) => {
			const node = { typeVersion };
			const fields = NodeHelpers.getNodeParameters(properties, {}, true, false, node, description);
			const shown = credentials.filter((credential) =>
				NodeHelpers.displayParameter(fields ?? {}, credential, node, description),
			);
			return { fields, shown };
		});
		expect(old.fields).not.toHaveProperty('newField');
		expect(old.shown).not.toEqual([]);
		expect(now).toEqual({ ...old, fields: { ...old.fields, newField: false } });
	},
);
