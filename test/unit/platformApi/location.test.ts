import type { INode } from 'n8n-workflow';

import type { PlatformCredential } from '../../../nodes/platformApi/credential';
import { chooseLocation } from '../../../nodes/platformApi/credential';
import { DIALECTS, type Dialect } from '../../../nodes/platformApi/dialect';

const node = { name: 'CRM Platform', type: 'platform', typeVersion: 1 } as INode;
const oAuth2 = (locationId?: string, dialect: Dialect = DIALECTS.contract) =>
	({ authentication: 'oAuth2', label: 'Platform OAuth2 API', locationId, dialect }) as PlatformCredential;
const fixed = (locationId?: string) =>
	({ authentication: 'accessToken', label: 'Platform Token API', locationId, dialect: DIALECTS.contract }) as PlatformCredential;

it.each<[string, PlatformCredential, string | undefined, string]>([
	["the credential's, where none is asked for", oAuth2('loc-1'), undefined, 'loc-1'],
	["the one asked for, where the agency's token can be exchanged", oAuth2(undefined, DIALECTS.highLevel), 'loc-2', 'loc-2'],
	['the one asked for, where a fixed token does not say its own', fixed(), 'loc-2', 'loc-2'],
])('the location is %s', (_, credential, asked, expected) => {
	expect(chooseLocation(node, credential, asked)).toBe(expected);
});

it.each<[string, PlatformCredential, string, string, string]>([
	['another one', oAuth2('loc-1'), 'loc-2', "belongs to the location 'loc-1', so it cannot be used for the location 'loc-2'", "Leave the location empty to use 'loc-1'"],
	["any, with an agency's token", oAuth2(), 'loc-1', "so it has no token of the location 'loc-1'", 'Create a new credential'],
	["none, with an agency's token", oAuth2(), '', 'The Platform OAuth2 API credential was connected for an agency', 'Create a new credential'],
	["none, with an agency's token that can be exchanged", oAuth2(undefined, DIALECTS.highLevel), '', 'No location is known', "Choose 'Location' under 'Options'\\.$"],
	['none, with a fixed token that does not say its own', fixed(), '', 'the Platform Token API credential names none', ".* or enter 'Location ID'"],
])('%s is refused before anything is sent', (_, credential, asked, message, whatToDo) => {
	const description = expect.stringMatching(`^Nothing was sent\\. .*${whatToDo}`) as string;
	const refusal = { message: expect.stringContaining(message) as string, description };
	expect(() => chooseLocation(node, credential, asked)).toThrow(expect.objectContaining(refusal));
});
