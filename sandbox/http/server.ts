import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';

import { parseBody } from './body';
import type { ContractRouter } from './contract';
import { answerControl, CONTROL_PREFIX } from './controlRoutes';
import type { Exchange } from './exchange';
import { faultAnswer, type Fault } from './faults';
import { PAGE_PARAMETER } from './pages';
import type { SandboxControl } from '../control/sandboxControl';
import { decideConsent } from '../oauth/consent';
import { DECISION_PATH } from '../oauth/consentPage';
import { HttpError, type Answer } from '../httpError';
import type { Platform } from '../platform';

const BODY_LIMIT_BYTES = 10 * 1024 * 1024;

/** The HTTP side of a sandbox: the contract's paths, the consent form and the control interface. */
export function createServer(
	platform: Platform,
	contract: ContractRouter,
	control: SandboxControl,
): FastifyInstance {
	const app = fastify({
		bodyLimit: BODY_LIMIT_BYTES,
		// Closing a sandbox does not wait for idle keep-alive connections of clients.
		forceCloseConnections: true,
		routerOptions: { maxParamLength: 5_000 },
		// Paths that cannot be decoded are recorded like every other unknown path.
		frameworkErrors: (_error, request, reply) => void answerContract(request, reply),
	});
	// Bodies stay bytes: what is malformed is recorded, and answered by the contract's rules.
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

	app.post(DECISION_PATH, (request, reply) => {
		const form = parseBody(bodyBytes(request), request.headers['content-type']).value;
		return send(reply, decideConsent(platform.state, typeof form === 'object' ? { ...form } : {}));
	});
	app.all(`${CONTROL_PREFIX}:name`, async (request, reply) => {
		const { name } = request.params as { name: string };
		return send(reply, await answerControl(control, name, bodyBytes(request)));
	});
	app.all('/*', answerContract);

	async function answerContract(
		request: FastifyRequest,
		reply: FastifyReply,
	): Promise<FastifyReply> {
		const { state } = platform;
		const begun = performance.now();
		state.inFlight += 1;
		const exchange = openExchange(platform, request);
		const { record } = exchange;
		const { method, path } = record;
		const operation = contract.router.matchOperation({ method, path, headers: {} });
		const fault = state.faults.take(method, path, operation?.operationId);
		if (fault) record.fault = true;
		const instead = fault
			? faultAnswer(fault)
			: state.rateLimit.answer(record.path, state.profile);
		if (!fault?.processed) exchange.interruption = instead;
		if (fault?.drop === 'whileProcessing') request.raw.socket.destroy();
		if (fault?.holdMs) await state.faults.pause(fault.holdMs);
		const result = await answerExchange(contract, exchange, request);
		const answer = instead ?? { ...result, ...fault?.change?.(result) };
		if (fault?.delayMs) await state.faults.pause(fault.delayMs);
		if (state.profile.latencyMs > 0) await state.faults.pause(state.profile.latencyMs);

		// The log is complete before the client can know that it has been answered.
		state.inFlight -= 1;
		record.status = fault?.drop ? 0 : answer.status;
		record.durationMs = Math.round((performance.now() - begun) * 10) / 10;
		state.requestLog.violated(record, exchange.violations);
		if (fault?.drop) return drop(request, reply, fault.drop, answer);
		return send(reply, answer, state.profile.contentType);
	}

	return app;
}

function openExchange({ state }: Platform, request: FastifyRequest): Exchange {
	const [path] = (request.raw.url ?? '').split('?');
	const record = state.requestLog.add({
		method: request.method,
		path,
		query: { ...(request.query as Record<string, unknown>) },
		headers: request.headers,
		inFlight: state.inFlight,
	});
	return {
		state,
		record,
		violations: [],
		address: `http://${request.headers.host ?? 'localhost'}${request.raw.url}`,
		page: state.pageAddresses.get(request.raw.url ?? ''),
	};
}

async function answerExchange(
	contract: ContractRouter,
	exchange: Exchange,
	request: FastifyRequest,
): Promise<Answer> {
	const { record, state, violations } = exchange;
	const bytes = bodyBytes(request);
	const body = parseBody(bytes, request.headers['content-type']);
	state.requestLog.setBody(record, body.value, bytes.length);
	if (body.violation) violations.push(body.violation);
	const query = { ...(request.query as Record<string, string | string[]>) };
	if (exchange.page !== undefined) delete query[PAGE_PARAMETER];
	const parsed = {
		method: record.method,
		path: record.path,
		headers: request.headers as Record<string, string | string[]>,
		query,
		body: body.value,
	};
	try {
		return (await contract.handleRequest(parsed, exchange)) as Answer;
	} catch (failure) {
		if (failure instanceof HttpError) {
			if (failure.violation) violations.push(failure.violation);
			return failure.toAnswer(state.profile);
		}
		if (failure instanceof URIError) {
			violations.push('path is not valid percent-encoding');
			return new HttpError(400, 'The path is not valid percent-encoding').toAnswer(state.profile);
		}
		// A defect of the sandbox: listed where every test run looks.
		violations.push(`the sandbox failed: ${String(failure)}`);
		return new HttpError(500, 'The sandbox itself failed').toAnswer(state.profile);
	}
}

/** Ends the connection without an answer, or in the middle of one. */
function drop(
	request: FastifyRequest,
	reply: FastifyReply,
	when: NonNullable<Fault['drop']>,
	{ status, body }: Answer,
): FastifyReply {
	reply.hijack();
	const { socket } = request.raw;
	if (when !== 'duringAnswer') {
		socket.destroy();
		return reply;
	}
	const text = JSON.stringify(body ?? {});
	reply.raw.writeHead(status, {
		'content-type': 'application/json',
		'content-length': Buffer.byteLength(text),
	});
	reply.raw.write(text.slice(0, text.length / 2), () => socket.destroy());
	return reply;
}

function bodyBytes(request: FastifyRequest): Buffer {
	return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
}

function send(
	reply: FastifyReply,
	{ status, body, headers }: Answer,
	contentType?: string,
): FastifyReply {
	const isJson = typeof body === 'object' || typeof body === 'boolean';
	return reply
		.code(status)
		.headers({ ...(isJson && contentType ? { 'content-type': contentType } : {}), ...headers })
		.send(isJson ? JSON.stringify(body) : body);
}
