import { setTimeout as delay } from 'node:timers/promises';

import { authorize, requireOwnLocation, type OperationHandlers } from './call';
import { nameOf, type CheckedRequest, type ContractCheck, type SentRequest } from './contract';
import { calendarHandlers } from '../calendars/handlers';
import { contactHandlers } from '../contacts/handlers';
import { highLevelCalendars } from '../highLevel/calendars';
import { highLevelContacts } from '../highLevel/contacts';
import { highLevelLocations } from '../highLevel/locations';
import { knowledgeHandlers } from '../knowledge/handlers';
import { oauthHandlers } from '../oauth/handlers';
import type { PlatformState } from '../platform';
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
	} = fault;
	const isInstead = drop === 'beforeProcessing' || status !== undefined;
	const response = isInstead
		? { status: status ?? 0, headers, body }
		: respond(state, sent, checked, record.id);
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
	return { ...response, headers: { ...response.headers, ...limits } };
}

/** @param limits receives the headers of the rate limit @throws Refusal */
function carryOut(
	state: PlatformState,
	{ method, path, headers }: SentRequest,
	checked: CheckedRequest,
	limits: Record<string, string>,
): PlatformResponse {
	const { operation, violations } = checked;
	if (!operation) {
		throw new Refusal(violations.includes('unknown path') ? 404 : 405, `Cannot ${method} ${path}`);
	}
	const { profile, rateLimits, seed } = state;
	const access = authorize(state, operation, headers);
	if (profile.rateLimit && access.kind !== 'none') {
		rateLimits.count(access.locationId ?? seed.companyId, profile.rateLimit, limits);
	}
	if (violations.length > 0) {
		throw checked.form === 'highLevel'
			? highLevelRefusal(violations)
			: contractRefusal(operation, violations);
	}
	requireOwnLocation(access, checked);
	return handlers[operation.operationId ?? '']({ state, ...checked, headers, access });
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

/** A wrong Version is 401, as clients report, everything else 422. */
function highLevelRefusal(violations: readonly string[]): Refusal {
	const ofVersion = violations.find((text) => /^\/header\b.*version/i.test(text));
	if (ofVersion !== undefined) {
		return new Refusal(
			401,
			ofVersion.includes('required')
				? 'version header was not found.'
				: 'version header is invalid.',
		);
	}
	return new Refusal(
		422,
		violations.map((text) => text.replace(/^\/(query|requestBody|path)\/?\s*/, '')).join('; '),
	);
}
