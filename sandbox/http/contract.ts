import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse as parseForm } from 'node:querystring';
import type Ajv from 'ajv';
import { DateTime, IANAZone } from 'luxon';
import {
	OpenAPIBackend,
	type Document,
	type Operation,
	type Request,
	type ValidationContext,
	type ValidationResult,
} from 'openapi-backend';
import { parse } from 'yaml';

import type { Form } from '../profile';
import type { PlatformResponse } from '../responses';

const read = (name: string) => parse(readFileSync(join(__dirname, '..', name), 'utf8')) as Document;

/** The descriptions of the API's two forms. */
export const DESCRIPTIONS: Record<Form, Document> = {
	contract: read('openapi.yaml'),
	highLevel: read('highLevel.yaml'),
};

const WITH_OFFSET = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;
const isTime = (value: string) => WITH_OFFSET.test(value) && DateTime.fromISO(value).isValid;

/** The string formats that the descriptions name, as checks for the schema validator. */
const formats: Record<string, (value: string) => boolean> = {
	date: (value) => DateTime.fromFormat(value, 'yyyy-MM-dd').isValid,
	'utc-date-time': (value) => /(Z|\+00:00)$/.test(value) && isTime(value),
	'date-time-with-offset': isTime,
	'iana-time-zone': (value) => IANAZone.isValidZone(value),
	uri: (value) => URL.canParse(value),
};

/** A request compared with the contract. */
export interface CheckedRequest {
	/** The contract's description of interface A, a service of its own */
	form: Form;
	/** Undefined for paths and methods that the contract does not know */
	operation?: Operation;
	params: Record<string, string>;
	/** As sent, or converted to the types of the description, with its defaults */
	query: Record<string, unknown>;
	/** Read by its content type; anything but JSON and forms stays text */
	body: unknown;
	/** The parts of the request that the contract does not allow */
	violations: string[];
	/** Where the platform's own response is not what the description says: the sandbox's fault, found by any test */
	problemsIn: (response: PlatformResponse) => string[];
}

export interface SentRequest {
	method: string;
	/** Without the query string */
	path: string;
	query: Record<string, unknown>;
	headers: Record<string, string | string[] | undefined>;
	body: Buffer;
}

/** Compares a request with the description of a form, and notes each difference. Never throws. */
export type ContractCheck = (form: Form, request: SentRequest) => CheckedRequest;

/** Compiles the descriptions; the result holds no state. */
export async function loadContract(): Promise<ContractCheck> {
	const [contract, highLevel] = await Promise.all([compiled('contract'), compiled('highLevel')]);
	return (form, sent) =>
		form === 'contract' || sent.path.startsWith('/v1/')
			? check('contract', contract, sent)
			: check(form, highLevel, sent);
}

async function compiled(form: Form): Promise<OpenAPIBackend> {
	const validators: Partial<Record<ValidationContext, Ajv>> = {};
	const api = new OpenAPIBackend({
		definition: DESCRIPTIONS[form],
		strict: true,
		// The library's check of the definition itself knows OpenAPI 3.0 only, and `quick` skips it.
		quick: true,
		// `GET /calendars/` ends in a slash, and `/calendars` is not the same address.
		ignoreTrailingSlashes: false,
		coerceTypes: true,
		// What a client leaves out has the default of the description: no handler names one.
		ajvOpts: { formats, useDefaults: true },
		// One for all operations: the library makes each its own, which compiles the schema of schemas first.
		customizeAjv: (made, _options, context) => (validators[context!] ??= made),
	});
	await api.init();
	const operations = api.router.getOperations();
	// The library flattens the document anew for each request, which is half of routing's cost.
	api.router.getOperations = () => operations;
	return api;
}

/** The name under which tests find an operation: the contract's, where it is the other form of one. */
export function nameOf(operation: Operation | undefined): string | undefined {
	return operation && 'x-contract' in operation
		? String(operation['x-contract'])
		: operation?.operationId;
}

function check(
	form: Form,
	{ router, validator }: OpenAPIBackend,
	sent: SentRequest,
): CheckedRequest {
	const violations: string[] = [];
	const checked: CheckedRequest = {
		form,
		params: {},
		query: sent.query,
		body: readBody(sent, violations),
		violations,
		problemsIn: () => [],
	};
	// A copy, into which the validator writes defaults: the log shows what was sent.
	const request = { ...sent, query: { ...sent.query }, body: checked.body } as Request;
	const operation = router.matchOperation(request);
	if (!operation) {
		const isKnown = ['get', 'post', 'put', 'delete'].some((method) =>
			router.matchOperation({ ...request, method }),
		);
		violations.push(isKnown ? 'method not allowed' : 'unknown path');
		return checked;
	}
	checked.operation = operation;
	checked.problemsIn = ({ status, body }) =>
		status < 300 && status !== 204
			? listed(validator.validateResponse(body, operation, status))
			: [];
	try {
		const { params } = router.parseRequest(
			{ ...request, headers: {}, query: {}, body: undefined },
			operation,
		);
		checked.params = params as Record<string, string>;
	} catch {
		violations.push('path is not valid percent-encoding');
		return checked;
	}

	const { requestBody } = operation;
	const allowedTypes = Object.keys(
		requestBody && 'content' in requestBody ? requestBody.content : {},
	);
	if (allowedTypes.length > 0 && !allowedTypes.includes(contentTypeOf(sent))) {
		violations.push(`content type must be ${allowedTypes.join(' or ')}`);
	}
	if (allowedTypes.length === 0 && sent.body.length > 0)
		violations.push('body is not allowed here');
	if (needsBearer(operation) && !/^Bearer \S+$/.test(String(sent.headers.authorization ?? ''))) {
		violations.push('header Authorization must be a Bearer token');
	}
	const verdict = validator.validateRequest(request, operation);
	violations.push(...listed(verdict));
	if (verdict.coerced?.query) checked.query = verdict.coerced.query as Record<string, unknown>;
	return checked;
}

function listed({ errors }: ValidationResult): string[] {
	// Bodies that cannot be read were noted before; this text would quote them.
	const told = (errors ?? []).filter(({ keyword }) => keyword !== 'parse');
	return told.map(({ instancePath, message, params }) => {
		const detail: unknown = params?.additionalProperty ?? params?.allowedValue;
		return [instancePath, message, detail]
			.filter((part) => part !== undefined && part !== '')
			.join(' ');
	});
}

export function needsBearer({ security = [] }: Operation): boolean {
	return security.length > 0;
}

function contentTypeOf({ headers }: SentRequest): string {
	return String(headers['content-type'] ?? '')
		.split(';')[0]
		.trim()
		.toLowerCase();
}

function readBody(sent: SentRequest, violations: string[]): unknown {
	if (sent.body.length === 0) return undefined;
	const text = sent.body.toString('utf8');
	const type = contentTypeOf(sent);
	// Fields given twice become arrays, which no schema of a single value accepts.
	if (type === 'application/x-www-form-urlencoded') return { ...parseForm(text) };
	if (type !== 'application/json') return text;
	try {
		return JSON.parse(text);
	} catch {
		violations.push('body is not JSON');
		return text;
	}
}
