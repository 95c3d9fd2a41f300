import type { ICredentialDataDecryptedObject, INode } from 'n8n-workflow';

import { DIALECTS } from '../../nodes/platformApi/dialect';
import { readExample, withChoices } from '../../runtime/examples';
import { failureText, nodeJson } from '../../runtime/execution';
import { connectOAuth2, sandboxCredentials } from '../../runtime/credentials';
import { deliver } from '../support/deliver';
import { PACKAGE_NAME } from '../../runtime/paths';
import { FORMS } from '../support/forms';
import { useHarness } from '../support/harness';

/** docs/scaling.md, "Several sub-accounts". */
describe.each(FORMS)('$form', ({ form, profile, signatureHeader }) => {
	const harness = useHarness({ profile });

	/** One more credential, with some fields changed. An OAuth2 one is not connected. */
	async function credentialLike(
		kind: 'accessToken' | 'oAuth2' | 'webhook',
		change: ICredentialDataDecryptedObject,
	) {
		const { api, sandbox } = harness;
		const draft = sandboxCredentials(sandbox)[kind];
		const { id, name } = await api.createCredential({
			...draft,
			data: { ...draft.data, ...change },
		});
		return { [draft.type]: { id, name } };
	}

	/** A credential that is connected for a location, or for the whole agency. */
	async function accountOf(
		choice: string,
		change = {},
	): Promise<NonNullable<INode['credentials']>> {
		const credentials = await credentialLike('oAuth2', change);
		await connectOAuth2(harness.api, String(credentials.platformOAuth2Api.id), { choice });
		return credentials;
	}

	/** Imports an example with these credentials, and publishes it. */
	async function publishExample(
		file: string,
		credentials: INode['credentials'],
		choices = {},
	): Promise<{ id: string; nodes: INode[] }> {
		const draft = withChoices(await readExample(`sub-accounts/${file}`), choices);
		const nodes = draft.nodes.map((node) =>
			node.type.startsWith(PACKAGE_NAME) ? { ...node, credentials } : node,
		);
		const { id } = await harness.api.createWorkflow({ ...draft, nodes });
		await harness.api.activate(id);
		return { id, nodes };
	}

	/** A row of the table, with a workflow from the template. */
	async function rowFor(
		location: string,
		calendarId: string,
	): Promise<{ location: string; workflow: string }> {
		const credentials = await accountOf(location, { expectedLocationId: location });
		return {
			location,
			workflow: (await publishExample('one-location.json', credentials, { calendarId })).id,
		};
	}

	test('each event is handled by the workflow of its location, and a location without one is named', async () => {
		const { api, n8n, sandbox } = harness;
		const insert = await api.createDataTable('Sub-accounts', [
			await rowFor('loc-harbor', 'cal-onboarding'),
		]);
		const second = await rowFor('loc-summit', 'cal-trial');
		const webhook = await credentialLike('webhook', { locationIds: 'loc-harbor, loc-summit' });
		const scopes =
			form === 'highLevel'
				? { highLevelScope: `${DIALECTS[form].defaultScope} oauth.readonly oauth.write` }
				: {};
		const credentials = { ...(await accountOf('agency', scopes)), ...webhook };
		const { id, nodes } = await publishExample('route-by-location.json', credentials);
		const url = api.webhookUrl(String(nodes.find(({ webhookId }) => webhookId)?.webhookId));
		await api.waitForWebhook(url);

		const missing = async () =>
			nodeJson(await api.runToEnd(id, { trigger: 'Every Morning' }), 'Tell the Team').map(
				({ id, _id }) => id ?? _id,
			);
		let events = 0;
		const arrive = async (locationId: string) => {
			const contact = sandbox.createContact({ locationId, firstName: 'Noor' });
			const body = JSON.stringify({
				type: 'ContactCreate',
				locationId,
				id: contact.id,
				contactId: contact.id,
			});
			const sent = await deliver(url, body, {
				header: signatureHeader,
				signature: sandbox.sign(body),
			});
			expect(sent).toMatchObject({ status: 200 });
			events += 1;
			const [{ id: started }] = await api.waitForExecutions(id, events);
			const booked = sandbox.appointments().filter(({ contactId }) => contactId === contact.id);
			return { execution: await api.getExecution(started), booked };
		};

		expect(await missing()).toEqual(['loc-summit']);
		events += 1;
		expect((await arrive('loc-harbor')).booked).toMatchObject([
			{ calendarId: 'cal-onboarding', locationId: 'loc-harbor' },
		]);
		const refused = await arrive('loc-summit');
		expect(failureText(refused.execution)).toContain('The location loc-summit has no workflow');
		expect(refused.booked).toEqual([]);
		await insert([second]);
		expect((await arrive('loc-summit')).booked).toMatchObject([
			{ calendarId: 'cal-trial', locationId: 'loc-summit' },
		]);
		expect(await missing()).toEqual([]);
		expect(n8n.log()).not.toContain('refused a delivery');
	});

	test('a token credential with expressions belongs to the location of the first item', async () => {
		const data = { accessToken: '={{ $json.token }}', locationId: '={{ $json.location }}' };
		const credentials = await credentialLike('accessToken', data);
		const calendarsOf = async (...items: Array<[location: string, token: string]>) => {
			const { json, failure } = await harness.runNode({
				...{ type: 'platform', credentials: [], node: { credentials } },
				parameters: { resource: 'calendar', operation: 'getAll', authentication: 'accessToken' },
				items: items.map(([location, token]) => ({ location, token })),
			});
			return failure ?? [...new Set(json.map(({ locationId }) => locationId))];
		};
		expect(await calendarsOf(['loc-summit', 'pit-summit'])).toEqual(['loc-summit']);
		expect(await calendarsOf(['loc-harbor', 'pit-harbor'], ['loc-summit', 'pit-summit'])).toEqual([
			'loc-harbor',
		]);
		expect(await calendarsOf(['loc-summit', 'pit-harbor'])).toContain(
			'does not let this credential use the location',
		);
	});
});
