import type { RequestRecord } from './requestLog';
import type { Access } from '../oauth/oauthStore';
import type { PlatformState } from '../platformState';
import type { Answer } from '../httpError';

/** One request on its way through the sandbox. */
export interface Exchange {
	/** Taken at arrival: a reset in the meantime is not seen by half of the request. */
	state: PlatformState;
	record: RequestRecord;
	/** What the request says that the contract does not allow */
	violations: string[];
	/** Absolute, as the client sent it */
	address: string;
	/** Of a list, where the platform gave the address of a further page */
	page?: number;
	/** Answered instead of processing: by an injected fault or a rate limit */
	interruption?: Answer;
}

/** A valid, authorized request as the handlers see it. */
export interface Call {
	state: PlatformState;
	/** Decoded path parameters */
	params: Record<string, string>;
	/** Query parameters, converted to the types of openapi.yaml */
	query: Record<string, unknown>;
	body: unknown;
	/** Absolute, as the client sent it */
	address: string;
	/** Of a list, from 1; absent unless a further page is asked for */
	page?: number;
	/** Names in lower case */
	headers: Record<string, string | string[] | undefined>;
	/** Who calls; present on every operation with a security requirement */
	access?: Access;
}

export type OperationHandler = (call: Call) => Answer;
export type OperationHandlers = Record<string, OperationHandler>;

/** @throws Error when used by an operation without a security requirement: a mistake in the sandbox */
export function accessOf(call: Call): Access {
	if (!call.access) throw new Error('This operation has no security requirement in openapi.yaml');
	return call.access;
}
