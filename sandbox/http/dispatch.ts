import type { OperationHandlers } from './call';
import { authorize, type Operation } from './authorize';
import { nameOf, type CheckedRequest, type ContractCheck, type SentRequest } from './contract';
import { responseInstead } from './faults';
import { calendarHandlers } from '../calendars/handlers';
import { calendarHandlers as highLevelCalendars } from '../highLevel/calendars';
import { contactHandlers } from '../highLevel/contacts';
import { oauthHandlers as highLevelOAuth } from '../highLevel/oauth';
import { invalidRequest, traced } from '../highLevel/responses';
import { knowledgeHandlers } from '../knowledge/handlers';
import { oauthHandlers } from '../oauth/handlers';
import type { PlatformState } from '../platform';
import { oauthRefusal, Refusal } from '../refusal';
import { refusalResponse, type PlatformResponse } from '../responses';
import { webhookHandlers } from '../webhooks/handlers';

/** One for each operation of openapi.yaml and highLevel.yaml, by operationId. */
export const handlers: OperationHandlers = {
	...knowledgeHandlers,
	...calendarHandlers,
	...oauthHandlers,
	...webhookHandlers,
	...highLevelCalendars,
	...contactHandlers,
	...highLevelOAuth,
};

/**
 * The way of every request to the contract's paths: compare it with the contract, record it, meet an
 * injected fault, authorize and carry it out.
 *
 * @returns undefined when the connection is to be closed without a response
 */
export async function dispatch(
	state: PlatformState,
	check: ContractCheck,
	sent: SentRequest,
): Promise<PlatformResponse | undefined> {
	const begun = performance.now();
	state.inFlight += 1;
	const checked = check(state.profile.form, sent);
	const operationId = nameOf(checked.operation);
	const record = state.requestLog.add(sent, { body: checked.body, operationId, inFlight: state.inFlight });
	const fault = state.faults.take(sent.method, sent.path, operationId) ?? {};

	if (fault.holdMs) await state.faults.pause(fault.holdMs);
	const instead = responseInstead(fault);
	const own = !instead ? respond(state, sent, checked, record.id) : { status: 0 };
	const response = instead ?? { ...own, ...fault.change?.(own) };
	if (fault.delayMs) await state.faults.pause(fault.delayMs);
	if (state.latencyMs > 0) await state.faults.pause(state.latencyMs);

	// The log is complete before the client can know that it has got its response.
	state.inFlight -= 1;
	record.status = fault.drop ? 0 : response.status;
	record.durationMs = Math.round((performance.now() - begun) * 10) / 10;
	state.requestLog.violated(record, checked.violations);
	return fault.drop ? undefined : response;
}

function respond(state: PlatformState, sent: SentRequest, checked: CheckedRequest, id: number): PlatformResponse {
	const limits: Record<string, string> = {};
	const response = outcome(state, sent, checked, limits);
	const whole = { ...response, headers: { ...response.headers, ...limits } };
	return checked.form === 'highLevel' ? traced(whole, id) : whole;
}

function outcome(...[state, sent, checked, limits]: Parameters<typeof carryOut>): PlatformResponse {
	const profile = { ...state.profile, form: checked.form };
	try {
		return carryOut(state, sent, checked, limits);
	} catch (failure) {
		if (failure instanceof Refusal) {
			if (failure.details.violation) checked.violations.push(failure.details.violation);
			return refusalResponse(profile, failure);
		}
		// A defect of the sandbox: listed where every test run looks.
		checked.violations.push(`the sandbox failed: ${String(failure)}`);
		return refusalResponse(profile, new Refusal(500, 'The sandbox itself failed'));
	}
}

/** @param limits receives the headers of the rate limit @throws Refusal */
function carryOut(
	state: PlatformState,
	{ method, path, headers }: SentRequest,
	checked: CheckedRequest,
	limits: Record<string, string>,
): PlatformResponse {
	const { operation, params, query, body, violations, form } = checked;
	if (!operation) {
		throw new Refusal(violations.includes('unknown path') ? 404 : 405, `Cannot ${method} ${path}`);
	}
	const { profile, rateLimits, clock, seed } = state;
	const access = authorize(state, operation, headers);
	if (profile.rateLimit && access.kind !== 'none') {
		rateLimits.count(access.locationId ?? seed.companyId, profile.rateLimit, clock.now(), limits);
	}
	if (violations.length > 0) throw form === 'highLevel' ? invalidRequest(violations) : contractRefusal(operation, violations);
	return handlers[operation.operationId ?? '']({ state, params, query, body, headers, access });
}

function contractRefusal({ operationId, responses }: Operation, violations: string[]): Refusal {
	const message = violations.join('; ');
	if (operationId === 'exchange_token') {
		const unsupported = violations.some((each) => each.startsWith('/requestBody/grant_type'));
		return oauthRefusal(unsupported ? 'unsupported_grant_type' : 'invalid_request', message);
	}
	// 422 is documented for missing fields and malformed times of an appointment's body only.
	const aboutBody = violations.some((each) => each.startsWith('/requestBody'));
	return new Refusal(aboutBody && responses && '422' in responses ? 422 : 400, message);
}
