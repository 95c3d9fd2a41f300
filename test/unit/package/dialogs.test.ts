import { NodeHelpers } from 'n8n-workflow';

import { DIALECTS } from '../../../nodes/platformApi/dialect';
import { CredentialStore } from '../../support/credentialStore';
import { credentials, nodes, pairsOf } from './packageClasses';

/** The labels that n8n's dialog of a credential shows where this API is chosen. */
function labelsWith(credential: string, api: string): string[] {
	const properties = new CredentialStore({}).getCredentialsProperties(credential);
	const values = Object.fromEntries(properties.map(({ name, default: value }) => [name, value]));
	return properties
		.filter(({ type }) => type !== 'hidden' && type !== 'notice')
		.filter((property) => NodeHelpers.displayParameter({ ...values, api }, property, null, null))
		.map(({ displayName }) => displayName);
}

it.each(
	credentials.flatMap(({ instance }) =>
		Object.keys(DIALECTS).map((api) => ({ credential: instance.name, api })),
	),
)('the dialog of $credential shows no field twice where the API is $api', ({ credential, api }) => {
	const labels = labelsWith(credential, api);
	expect(labels.filter((label, index) => labels.indexOf(label) !== index)).toEqual([]);
});

it.each(['askToConfirm', 'offerSlots'])(
	'%s, which waits for a person, is offered to no agent as a tool',
	(name) => {
		const platform = nodes.find(({ className }) => className === 'Platform')!;
		const operations = pairsOf(platform).map(({ operation }) => operation);
		expect(operations.find(({ value }) => value === name)?.displayOptions).toEqual({
			hide: { '@tool': [true] },
		});
	},
);

it('the page of a contact is served at the resume address, also to programs that look whether it is there', () => {
	const { webhooks } = nodes.find(({ className }) => className === 'Platform')!.instance
		.description;
	expect(webhooks).toMatchObject([
		{ httpMethod: 'GET', restartWebhook: true },
		{ httpMethod: 'HEAD', restartWebhook: true },
		{ httpMethod: 'POST', restartWebhook: true },
	]);
});
