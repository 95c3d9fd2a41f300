import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { freePorts } from '../../runtime/ports';
import { LOCATION, useHarness, type HarnessCredentials } from '../support/harness';

/** What "Test" says of wrong fields; that it passes right ones is in the smoke tests. */
const harness = useHarness({ connect: false });
/** A server that responds, but is neither the platform nor the knowledge API: n8n itself. */
let otherServer: string;
let nobodyListens: string;

beforeAll(async () => {
	otherServer = harness.n8n.url;
	const [port] = await freePorts(1);
	nobodyListens = `http://127.0.0.1:${port}`;
});

/** Presses "Test" after the given fields of the harness's credential have been changed. */
async function press(
	type: keyof HarnessCredentials,
	change: ICredentialDataDecryptedObject,
): Promise<{ status: string; message: string }> {
	const id = harness.credentials[type];
	await harness.api.updateCredential(id, change);
	return await harness.api.testCredential(id);
}

const refusal = (message: string) => ({ status: 'Error', message: expect.stringContaining(message) });

describe('Knowledge API', () => {
	test('says what to check for another address', async () => {
		const none = { headerName: '', headerValue: '' };
		const other = await press('knowledgeApi', { baseUrl: otherServer, ...none });
		expect(other).toMatchObject(refusal("Check 'Base URL'"));
		expect((await press('knowledgeApi', { baseUrl: nobodyListens, ...none })).status).toBe('Error');
	});

	test('sends the header, and says so when the API refuses it', async () => {
		const knowledgeHeader = { name: 'x-api-key', value: 'the-right-key' };
		harness.sandbox.control.setProfile({ knowledgeHeader });
		const fields = { baseUrl: harness.sandbox.url, headerName: 'X-API-Key' };
		const wrong = await press('knowledgeApi', { ...fields, headerValue: 'another-key' });
		const right = await press('knowledgeApi', { ...fields, headerValue: knowledgeHeader.value });
		harness.sandbox.control.setProfile({ knowledgeHeader: null });
		expect(wrong).toMatchObject(refusal("Check 'Header Name' and 'Header Value'"));
		expect(right).toMatchObject({ status: 'OK' });
	});
});

// In the words of the node, which the unit tests show for each status and field.
test('Platform Token API says what to change for a wrong token', async () => {
	const result = await press('platformTokenApi', { accessToken: 'pit-harbour', platformUrl: harness.sandbox.url, locationId: LOCATION });
	expect(result).toMatchObject(refusal("The platform rejected the access token. Check that 'Access Token'"));
	expect(result.message).not.toContain('pit-harbor');
}, 20_000);
