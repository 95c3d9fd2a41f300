import { OpenAPIBackend, type Context, type Document } from 'openapi-backend';

import type { Exchange, OperationHandler, OperationHandlers } from './exchange';
import { formats } from './formats';
import { authorize } from '../oauth/authorize';
import { openapi } from '../openapi';
import { Interruption, OAuthError, HttpError, type Answer } from '../httpError';

/** Answers one request: routes, validates, authorizes and handles it by openapi.yaml. */
export type ContractRouter = OpenAPIBackend<Document>;

/**
 * Builds the router of both interfaces. Nothing in it depends on one sandbox's state, which
 * arrives with each exchange.
 *
 * @param handlers by operationId; each operation of openapi.yaml must have one
 * @throws Error when an operation of openapi.yaml has no handler
 */
export async function loadContract(handlers: OperationHandlers): Promise<ContractRouter> {
	const router: ContractRouter = new OpenAPIBackend({
		definition: openapi,
		strict: true,
		// The library's check of the definition itself knows OpenAPI 3.0 only, and `quick` skips it.
		quick: true,
		// `GET /calendars/` ends in a slash, and `/calendars` is not the same address.
		ignoreTrailingSlashes: false,
		coerceTypes: true,
		// Validation runs in `inspect`, ahead of authorization: a violation is recorded even if the
		// token is refused. The predicate keeps the validator and skips its second run.
		validate: () => false,
		customizeAjv: (ajv) => {
			for (const [name, validate] of Object.entries(formats)) ajv.addFormat(name, { validate });
			return ajv;
		},
		handlers: {
			postRoutingHandler: (context, exchange: Exchange) => {
				// Paths without an operation are noted by the two handlers that follow.
				if (!context.operation) return;
				inspect(context, exchange);
				interrupt(exchange);
			},
			notFound: (_context, exchange: Exchange) => refuseRoute(404, 'unknown path', exchange),
			methodNotAllowed: (_context, exchange: Exchange) =>
				refuseRoute(405, 'method not allowed', exchange),
			unauthorizedHandler: (context) => {
				throw context.security.bearer?.error ?? new HttpError(401, 'Unauthorized');
			},
		},
		securityHandlers: {
			bearer: (context: Context, exchange: Exchange) => authorize(context, exchange),
		},
	});
	await router.init();
	const operations = router.getOperations();
	// The library flattens the document anew for each request, which is half of routing's cost.
	router.router.getOperations = () => operations;
	for (const { operationId } of operations) {
		const handler = handlers[operationId ?? ''];
		if (!operationId || !handler) throw new Error(`No handler for operation ${operationId}`);
		router.register(operationId, guarded(handler));
	}
	return router;
}

/** Compares the request with the contract and notes each difference; answers nothing itself. */
function inspect(context: Context, exchange: Exchange): void {
	const { operation, request } = context;
	exchange.record.operationId = operation.operationId;

	const { requestBody } = operation;
	const content = requestBody && 'content' in requestBody ? requestBody.content : {};
	const allowedTypes = Object.keys(content);
	const sentType = String(request.headers['content-type'] ?? '')
		.split(';')[0]
		.trim()
		.toLowerCase();
	if (allowedTypes.length > 0 && !allowedTypes.includes(sentType)) {
		exchange.violations.push(`content type must be ${allowedTypes.join(' or ')}`);
	}
	if (allowedTypes.length === 0 && sendsBody(context)) {
		exchange.violations.push('body is not allowed here');
	}
	if (needsBearer(context) && !/^Bearer \S+$/.test(String(request.headers.authorization ?? ''))) {
		exchange.violations.push('header Authorization must be a Bearer token');
	}

	const verdict = context.api.validator.validateRequest(request, operation);
	for (const { instancePath, keyword, message, params } of verdict.errors ?? []) {
		// Bodies that cannot be parsed were noted when they were read; this text would quote them.
		if (keyword === 'parse') continue;
		const detail: unknown = params?.additionalProperty ?? params?.allowedValue;
		exchange.violations.push(
			[instancePath, message, detail].filter((part) => part !== undefined && part !== '').join(' '),
		);
	}
	if (verdict.coerced?.query) request.query = verdict.coerced.query;
}

/** Gives way to an injected fault or a rate limit, once the request has been compared with the contract. */
function interrupt({ interruption }: Exchange): void {
	if (interruption) throw new Interruption(interruption);
}

function refuseRoute(status: 404 | 405, violation: string, exchange: Exchange): never {
	exchange.violations.push(violation);
	interrupt(exchange);
	throw new HttpError(status, `Cannot ${exchange.record.method} ${exchange.record.path}`);
}

function sendsBody({ request }: Context): boolean {
	const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
	return encoding !== undefined || Number(length ?? 0) > 0;
}

function needsBearer({ operation }: Context): boolean {
	return (operation.security ?? []).length > 0;
}

/** Wraps an operation's handler: it only ever sees requests that the contract allows. */
function guarded(handler: OperationHandler) {
	return (context: Context, exchange: Exchange): Answer => {
		const { operation, request, security } = context;
		if (exchange.violations.length > 0) throw contractRefusal(operation, exchange.violations);
		return handler({
			state: exchange.state,
			address: exchange.address,
			page: exchange.page,
			headers: request.headers,
			params: request.params,
			query: request.query,
			body: request.requestBody,
			access: security?.bearer,
		});
	};
}

function contractRefusal(operation: Context['operation'], violations: string[]): HttpError {
	const message = violations.join('; ');
	if (operation.operationId === 'exchange_token') {
		const unsupported = violations.some((each) => each.startsWith('/requestBody/grant_type'));
		return new OAuthError(unsupported ? 'unsupported_grant_type' : 'invalid_request', message);
	}
	// 422 is documented for missing fields and malformed times of an appointment's body only.
	const aboutBody = violations.some((each) => each.startsWith('/requestBody'));
	const status = aboutBody && operation.responses && '422' in operation.responses ? 422 : 400;
	return new HttpError(status, message);
}
