import type { IDataObject } from 'n8n-workflow';

import { failed } from '../platformApi/fakePlatform';
import { byId, HIGH_LEVEL, onHighLevel } from './nodeOnPlatform';

/* A 401 about something else than the token is told in its own words, refreshes nothing, and sends no write again. */

const OF_CONNECTION = {
	api: 'highLevel',
	oauthTokenData: { access_token: 'token-1', expires_in: 86_400, locationId: 'loc-1' },
};

/** An operation of each kind: a row, a booking, a move, a message, a read. */
const OPERATIONS: Array<[name: string, parameters: IDataObject]> = [
	['task.create', { contactId: byId('con-1'), title: 'Call', dueDate: '2026-12-01' }],
	['contact.addTags', { contactId: byId('con-1'), newTags: 'vip' }],
	['note.create', { contactId: byId('con-1'), body: 'x' }],
	['opportunity.update', { opportunityId: 'opp-1', fields: { status: 'won' } }],
	['contact.get', { contactId: byId('con-1') }],
];

const OTHER_WORDS = [
	'Your plan does not include this',
	'Sub-account is paused',
	'Feature disabled by the agency',
	'The user does not have permission for this calendar',
	'Rate plan exceeded for workflows',
	'Contact is locked',
	'Phone number is not registered',
];

describe.each([
	['a private token', HIGH_LEVEL],
	['a connection', OF_CONNECTION],
])('with %s', (_, credential) => {
	describe.each(OPERATIONS)('%s', (name, parameters) => {
		it.each(OTHER_WORDS)('a 401 "%s" is not about the token', async (message) => {
			const refresh = jest.fn();
			const asked: string[] = [];
			const { error, told } = await onHighLevel(
				name,
				parameters,
				({ method, path }) => {
					asked.push(`${method} ${path}`);
					return failed(401, { message });
				},
				{ credential, helpers: { refreshOAuth2Token: refresh } },
			);
			expect(error?.message).not.toMatch(/rejected the access token/);
			expect(told).toContain(message);
			expect(told).not.toMatch(/new credential|Create a private integration/);
			expect(refresh).not.toHaveBeenCalled();
			const writes = asked.filter((request) => !request.startsWith('GET'));
			expect(new Set(writes).size).toBe(writes.length);
		});
	});
});
