import type { OperationHandlers } from './call';
import { needsBearer, type CheckedRequest, type ContractCheck, type SentRequest } from './contract';
import { responseInstead } from './faults';
import { calendarHandlers } from '../calendars/handlers';
import { knowledgeHandlers } from '../knowledge/handlers';
import { oauthHandlers } from '../oauth/handlers';
import type { Access } from '../oauth/oauthStore';
import type { PlatformState } from '../platform';
import { oauthRefusal, Refusal } from '../refusal';
import { refusalResponse, type PlatformResponse } from '../responses';
import { webhookHandlers } from '../webhooks/handlers';

/** One for each operation of openapi.yaml, by operationId. */
export const handlers: OperationHandlers = {
	...knowledgeHandlers,
	...calendarHandlers,
	...oauthHandlers,
	...webhookHandlers,
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
	const checked = check(sent);
	const operationId = checked.operation?.operationId;
	const record = state.requestLog.add(sent, { body: checked.body, operationId, inFlight: state.inFlight });
	const fault = state.faults.take(sent.method, sent.path, operationId) ?? {};

	if (fault.holdMs) await state.faults.pause(fault.holdMs);
	const instead = responseInstead(fault);
	const own = !instead ? respond(state, sent, checked) : { status: 0 };
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

function respond(state: PlatformState, sent: SentRequest, checked: CheckedRequest): PlatformResponse {
	try {
		return carryOut(state, sent, checked);
	} catch (failure) {
		if (failure instanceof Refusal) {
			if (failure.details.violation) checked.violations.push(failure.details.violation);
			return refusalResponse(state.profile, failure);
		}
		// A defect of the sandbox: listed where every test run looks.
		checked.violations.push(`the sandbox failed: ${String(failure)}`);
		return refusalResponse(state.profile, new Refusal(500, 'The sandbox itself failed'));
	}
}

/** @throws Refusal */
function carryOut(state: PlatformState, { method, path, headers }: SentRequest, checked: CheckedRequest) {
	const { operation, params, query, body, violations } = checked;
	if (!operation) {
		throw new Refusal(violations.includes('unknown path') ? 404 : 405, `Cannot ${method} ${path}`);
	}
	const access = authorize(state, operation, headers);
	if (violations.length > 0) throw contractRefusal(operation, violations);
	return handlers[operation.operationId ?? '']({ state, params, query, body, headers, access });
}

type Operation = NonNullable<CheckedRequest['operation']>;

/**
 * Checks the Bearer token of a request against what its operation needs.
 * Agency-level tokens get 401 on endpoints of a location.
 *
 * @throws Refusal 401 without a valid token or with one of the wrong level; the status for a
 * missing scope is not shown
 */
function authorize(
	{ oauth, profile }: PlatformState,
	operation: Operation,
	{ authorization = '' }: SentRequest['headers'],
): Access {
	if (!needsBearer(operation)) return { kind: 'none', level: 'agency', scopes: [] };
	const token = /^Bearer (\S+)$/.exec(String(authorization))?.[1];
	if (!token) throw new Refusal(401, 'The header Authorization with a Bearer token is required');
	const access = oauth.access(token);
	if (!access) throw new Refusal(401, 'The access token is not valid, was revoked or has expired');
	if (!('x-token-level' in operation) && access.level !== 'location') {
		throw new Refusal(401, 'This endpoint needs a location-level token, not one of the agency');
	}
	const needed = operation.security?.flatMap(({ bearer = [] }) => bearer) ?? [];
	const missing = needed.filter((scope) => !access.scopes.includes(scope));
	if (missing.length > 0) {
		throw new Refusal(profile.missingScopeStatus, `The token lacks the scope ${missing.join(' ')}`);
	}
	return access;
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
