import { setTimeout as delay } from 'node:timers/promises';

import { authorize, requireOwnLocation, type OperationHandlers } from './call';
import { nameOf, type CheckedRequest, type ContractCheck, type SentRequest } from './contract';
import { calendarHandlers } from '../calendars/handlers';
import { contactHandlers } from '../contacts/handlers';
import { highLevelCalendars } from '../highLevel/calendars';
import { highLevelContacts } from '../highLevel/contacts';
import { conversationHandlers } from '../highLevel/conversations';
import { followUpHandlers } from '../highLevel/followUp';
import { highLevelLocations } from '../highLevel/locations';
import { noteHandlers } from '../highLevel/notes';
import { opportunityHandlers } from '../highLevel/opportunities';
import { knowledgeHandlers } from '../knowledge/handlers';
import { oauthHandlers } from '../oauth/handlers';
import type { PlatformState } from '../platform';
import type { Profile } from '../profile';
import { oauthRefusal, Refusal, refusalResponse, type PlatformResponse } from '../responses';
import { webhookHandlers } from '../webhooks/handlers';

/** One for each operation of openapi.yaml and highLevel.yaml, by operationId. */
export const handlers: OperationHandlers = {
	...knowledgeHandlers,
	...calendarHandlers,
	...contactHandlers,
	...oauthHandlers,
	...webhookHandlers,
	...highLevelCalendars,
	...highLevelContacts,
	...highLevelLocations,
	...followUpHandlers,
	...noteHandlers,
	...conversationHandlers,
	...opportunityHandlers,
};

/**
 * The way of every request to the contract's paths: compare it with the contract, record it, meet an
 * injected fault, authorize and carry it out.
 *
 * @returns undefined when the connection is to be closed without a response
 */
export async function dispatch(state: PlatformState, check: ContractCheck, sent: SentRequest) {
	const begun = performance.now();
	const checked = check(state.profile.form, sent);
	const operationId = nameOf(checked.operation);
	const record = state.requestLog.add(sent, { body: checked.body, operationId });
	const fault = state.faults.take(sent.method, sent.path, operationId) ?? {};

	const {
		status,
		headers,
		body = { statusCode: status, message: 'An injected fault' },
		drop,
		delayMs,
		isCarriedOut = status === undefined,
	} = fault;
	const own =
		isCarriedOut && drop !== 'beforeProcessing'
			? respond(state, sent, checked, record.id)
			: undefined;
	const response = own && status === undefined ? own : { status: status ?? 0, headers, body };
	if (delayMs !== undefined) await delay(delayMs);

	// The log is complete before the client can know that it has got its response.
	record.status = drop ? 0 : response.status;
	record.durationMs = Math.round((performance.now() - begun) * 10) / 10;
	state.requestLog.violated(record, checked.violations);
	return drop ? undefined : response;
}

function respond(
	state: PlatformState,
	sent: SentRequest,
	checked: CheckedRequest,
	id: number,
): PlatformResponse {
	const limits: Record<string, string> = {};
	let response: PlatformResponse;
	try {
		response = carryOut(state, sent, checked, limits);
	} catch (failure) {
		const isRefusal = failure instanceof Refusal;
		const refusal = isRefusal ? failure : new Refusal(500, 'The sandbox itself failed');
		// A defect of the sandbox is listed where every test run looks.
		const violation = isRefusal
			? failure.details.violation
			: `the sandbox failed: ${String(failure)}`;
		if (violation) checked.violations.push(violation);
		response = refusalResponse({ ...state.profile, form: checked.form }, refusal);
	}
	// Every response of HighLevel in JSON has it beside its data.
	const { body } = response;
	if (checked.form === 'highLevel' && typeof body === 'object')
		response.body = { ...body, traceId: `trace-${id}` };
	const problems = checked.problemsIn(response);
	checked.violations.push(...problems.map((problem) => `the sandbox's own response: ${problem}`));
	return { ...response, headers: { ...response.headers, ...limits } };
}

/** @param limits receives the headers of the rate limit @throws Refusal */
function carryOut(
	state: PlatformState,
	sent: SentRequest,
	checked: CheckedRequest,
	limits: Record<string, string>,
): PlatformResponse {
	const { method, path, headers } = sent;
	const { operation, violations } = checked;
	const { profile, rateLimits, seed } = state;
	if (!operation) {
		if (checked.form === 'highLevel' && profile.unknownRoute === 401)
			throw new Refusal(401, 'Route not supported by IAM Service.');
		throw new Refusal(violations.includes('unknown path') ? 404 : 405, `Cannot ${method} ${path}`);
	}
	const access = authorize(state, operation, headers);
	if (profile.rateLimit && access.kind !== 'none') {
		rateLimits.count(access.locationId ?? seed.companyId, profile.rateLimit, limits);
	}
	if (violations.length > 0) {
		const isHighLevel = checked.form === 'highLevel';
		const refusal = isHighLevel
			? highLevelRefusal(sent, violations, profile, isOfVersion3(operation))
			: contractRefusal(operation, violations);
		if (refusal) throw refusal;
	}
	requireOwnLocation(access, checked);
	const { operationId = '' } = operation;
	const handle = handlers[operationId];
	if (!handle) {
		const folder = checked.form === 'highLevel' ? 'sandbox/highLevel/' : 'a folder of sandbox/';
		throw new Error(`No handler '${operationId}': add it to the file of its record in ${folder}`);
	}
	return handle({ state, ...checked, headers, access });
}

function contractRefusal(
	{ operationId, responses }: NonNullable<CheckedRequest['operation']>,
	violations: string[],
): Refusal {
	const message = violations.join('; ');
	if (operationId === 'exchange_token') {
		const unsupported = violations.some((each) => each.startsWith('/requestBody/grant_type'));
		return oauthRefusal(unsupported ? 'unsupported_grant_type' : 'invalid_request', message);
	}
	// 422 is documented for missing fields and malformed times of an appointment's body only.
	const aboutBody = violations.some((each) => each.startsWith('/requestBody'));
	return new Refusal(aboutBody && responses && '422' in responses ? 422 : 400, message);
}

/** True for a path that there is since v3 only. */
const isOfVersion3 = ({ parameters = [] }: NonNullable<CheckedRequest['operation']>) =>
	parameters.some(
		(one) =>
			'schema' in one &&
			one.name === 'Version' &&
			(one.schema as { const?: string } | undefined)?.const === 'v3',
	);

const PUBLISHED_VERSIONS = ['2021-04-15', '2021-07-28', '2023-02-21', 'v3'];

/** What the validator says, and how the platform says it. */
const IN_ITS_WORDS: Array<[RegExp, string]> = [
	[/^.* must NOT have additional properties (\S+)$/, 'property $1 should not exist'],
	[/^.*?(\w+) must be equal to one of the allowed values$/, '$1 must be a valid enum value'],
	[/^\/(query|requestBody|path)\/?\s*/, ''],
];

/** In recorded words. @returns undefined where only the Version is of other operations, and passes */
function highLevelRefusal(
	{ method, path, headers }: SentRequest,
	violations: readonly string[],
	{ versions }: Profile,
	isOfVersion3: boolean,
): Refusal | undefined {
	const isOfVersion = (text: string) => /^\/header\b.*version/i.test(text);
	if (violations.some(isOfVersion)) {
		const version = String(headers.version ?? '');
		if (version === '') return new Refusal(401, 'version header was not found.');
		if (!/^v?\d/.test(version))
			return new Refusal(400, `Invalid API version segment '${version}' at position 0`);
		if (version === 'v3' && path.startsWith('/oauth/')) {
			const removed = `Endpoint ${path} not available in API version v3. This endpoint was removed in version v3.`;
			return new Refusal(400, `${removed} Please use a version before v3.`);
		}
		if (isOfVersion3 && PUBLISHED_VERSIONS.includes(version))
			return new Refusal(404, `Cannot ${method} ${path}`);
		if (versions === 'own' || !PUBLISHED_VERSIONS.includes(version))
			return new Refusal(401, 'version header is invalid');
	}
	const others = violations.filter((text) => !isOfVersion(text));
	if (others.length === 0) return undefined;
	if (others.some((text) => text.endsWith("required property 'locationId'")))
		return new Refusal(400, 'Location ID is required');
	const message = others.map((text) =>
		IN_ITS_WORDS.reduce((said, [pattern, words]) => said.replace(pattern, words), text),
	);
	return new Refusal(422, message.join('; '), { beside: { message } });
}
