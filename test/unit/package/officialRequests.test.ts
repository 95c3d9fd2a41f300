import type { Operation } from 'openapi-backend';

import { recorded } from '../../support/recorded';
import { DESCRIBED, requiredIn, schemasIn, valuesIn, versionOf } from './describedRequests';

/*
 * sandbox/highLevel.yaml says what HighLevel's OpenAPI says (officialRequests.json, taken from its repository at commit
 * 0af86a4 of June 2026), so that no row sends what somebody has made up. Where both differ, the reason stands here.
 */

/** A request of HighLevel's OpenAPI, without the parts that it does not have. */
interface OfficialRequest {
	operationId: string;
	version?: string;
	scopes?: string[];
	/** Names in the query and in the body. */
	required?: string[];
	fields?: string[];
	/** Those whose values are named. */
	values?: Record<string, unknown[]>;
	status: number;
}

const OFFICIAL = recorded<Record<string, OfficialRequest>>('officialRequests');

/** Endpoints that the stored OpenAPI does not have. */
const NOT_STORED: Record<string, string> = {
	'GET /contacts/lookup': 'An official page describes it, for v3',
	'GET /oauth/chooselocation': 'A page for browsers',
	'GET /v2/oauth/chooselocation': 'A page for browsers',
};

const IN_OTHER_DOCUMENT = 'HighLevel describes it in a document outside of its OpenAPI';
const SEEN = 'Not in the schema; several clients send it';
const NOT_SEEN = 'Marked as required, but no client was seen to send it';
const EITHER = 'Either a calendar or a user, its texts say';
const NO_SCOPE = 'It names no scope';

/** How the description differs, by the endpoint, each with its reason. */
const DIFFERENCES: Record<string, Record<string, string>> = {
	'POST /contacts/': { 'more: createNewIfDuplicateAllowed': 'It has the schema of the upsert' },
	'POST /contacts/search': {
		'more: filters': IN_OTHER_DOCUMENT,
		'more: locationId': IN_OTHER_DOCUMENT,
		'more: page': IN_OTHER_DOCUMENT,
		'more: pageLimit': IN_OTHER_DOCUMENT,
		'more: query': IN_OTHER_DOCUMENT,
		'more: searchAfter': IN_OTHER_DOCUMENT,
		'more: sort': IN_OTHER_DOCUMENT,
		'required: locationId': IN_OTHER_DOCUMENT,
		'required: pageLimit': IN_OTHER_DOCUMENT,
	},
	'POST /calendars/events/block-slots': { 'required: calendarId': EITHER },
	'PUT /calendars/events/block-slots/{}': { 'required: calendarId': EITHER },
	'POST /conversations/messages': {
		'required: status': NOT_SEEN,
		'required: subType': NOT_SEEN,
	},
	'POST /conversations/messages/inbound': {
		'required: contactId': 'Several clients send it or the conversation',
		'required: conversationId': 'Several clients send it or the contact',
		'required: conversationProviderId': 'The page on conversation providers asks for it by type',
		'values: direction': 'The schema has them as an example',
	},
	'GET /conversations/{}/messages': { 'values: type': 'Several, separated by commas' },
	'POST /locations/{}/customFields': {
		'more: options': SEEN,
		'values: dataType': 'Those that records have; the schema names none',
	},
	'GET /locations/{}/customFields/{}': { scopes: NO_SCOPE },
	'DELETE /locations/{}/customFields/{}': { scopes: NO_SCOPE },
	'POST /opportunities/': { 'more: lostReasonId': SEEN, 'more: source': SEEN },
	'PUT /opportunities/{}': { 'more: lostReasonId': SEEN, 'more: source': SEEN },
	'GET /opportunities/search': { 'values: order': 'The OpenAPI of v3 names them' },
	'POST /oauth/token': { 'values: grant_type': 'client_credentials is not used' },
};

/** The values that are in one of both only. */
function onlyInOne<T>(ours: T[], official: T[]): T[] {
	const more = ours.filter((value) => !official.includes(value));
	const less = official.filter((value) => !ours.includes(value));
	return [...more, ...less];
}

/** In what an operation of the description differs from the official request, in short. */
function differencesOf(operation: Operation, official: OfficialRequest): string[] {
	const found: string[] = [];
	const { version, scopes = [], fields = [], values = {}, required = [], status } = official;
	if (operation.operationId !== official.operationId) found.push('operationId');
	if (versionOf(operation) !== version) found.push('version');
	const ownScopes = (operation.security ?? []).flatMap((one) => Object.values(one).flat());
	if (onlyInOne(ownScopes, scopes).length > 0) found.push('scopes');
	if (!(status in (operation.responses ?? {}))) found.push('status');

	const schemas = schemasIn(operation);
	const officialNames = [...fields, ...Object.keys(values)];
	for (const name of Object.keys(schemas))
		if (!officialNames.includes(name)) found.push(`more: ${name}`);
	for (const name of officialNames) {
		if (!(name in schemas)) {
			found.push(`less: ${name}`);
			continue;
		}
		const own = valuesIn(schemas[name]) ?? [];
		if (onlyInOne(own, values[name] ?? []).length > 0) found.push(`values: ${name}`);
	}
	for (const name of onlyInOne(requiredIn(operation), required)) found.push(`required: ${name}`);
	return found;
}

describe.each([...DESCRIBED])('%s of sandbox/highLevel.yaml', (endpoint, operation) => {
	const official = OFFICIAL[endpoint];
	const reasons = Object.keys(DIFFERENCES[endpoint] ?? {});
	const found = official ? differencesOf(operation, official) : [];

	it("is in HighLevel's OpenAPI", () => {
		const isKnown = official !== undefined || endpoint in NOT_STORED;
		const advice = `Add ${endpoint} to test/support/recorded/officialRequests.json as HighLevel's OpenAPI has it, or its reason to NOT_STORED of this file`;
		expect(isKnown ? '' : advice).toBe('');
	});

	it('differs from it with a reason only', () => {
		const unexplained = found.filter((difference) => !reasons.includes(difference));
		expect(
			unexplained.map(
				(difference) =>
					`'${difference}' of ${endpoint} in sandbox/highLevel.yaml: where HighLevel's OpenAPI has it like that, correct test/support/recorded/officialRequests.json; else correct the description, or add the reason to DIFFERENCES of this file`,
			),
		).toEqual([]);
	});

	it('has no reason for a difference that is not there', () => {
		const idle = reasons.filter((reason) => !found.includes(reason));
		expect(idle.map((reason) => `Remove '${reason}' of ${endpoint} from DIFFERENCES`)).toEqual([]);
	});
});
