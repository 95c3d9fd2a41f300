/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on a developer's machine, never inside n8n */
import { setTimeout as delay } from 'node:timers/promises';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';

import { parseBody } from './body';
import type { ContractRouter } from './contract';
import { answerControl, CONTROL_PREFIX } from './controlRoutes';
import type { Exchange } from './exchange';
import type { Fault } from './faults';
import type { SandboxControl } from '../control/sandboxControl';
import { decideConsent } from '../oauth/consent';
import { DECISION_PATH } from '../oauth/consentPage';
import { Refusal, type Answer } from '../refusal';
import type { World } from '../world';

const BODY_LIMIT_BYTES = 10 * 1024 * 1024;

/** The HTTP side of a sandbox: the contract's paths, the consent form and the control interface. */
export function createServer(
	world: World,
	contract: ContractRouter,
	control: SandboxControl,
): FastifyInstance {
	const app = fastify({
		bodyLimit: BODY_LIMIT_BYTES,
		// Closing a sandbox does not wait for idle keep-alive connections of clients.
		forceCloseConnections: true,
		routerOptions: { maxParamLength: 5_000 },
		// Paths that cannot be decoded are recorded as breaches like every other unknown path.
		frameworkErrors: (_error, request, reply) => void answerContract(request, reply),
	});
	// Bodies stay bytes: what is malformed is recorded, and answered by the contract's rules.
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

	app.post(DECISION_PATH, (request, reply) => {
		const form = parseBody(bodyBytes(request), request.headers['content-type']).value;
		return send(reply, decideConsent(world.state, typeof form === 'object' ? { ...form } : {}));
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
		const { state } = world;
		const begun = performance.now();
		state.inFlight += 1;
		const exchange = openExchange(world, request);
		const { record } = exchange;
		const fault = state.faults.take(record.method, record.path);
		if (fault) {
			record.fault = true;
			exchange.interruption = interruption(fault);
		}
		const answer = await answerExchange(contract, exchange, request);
		const pause = (fault?.delayMs ?? 0) + state.faults.latencyMs;
		if (pause > 0) await delay(pause);

		// The log is complete before the client can know that it has been answered.
		state.inFlight -= 1;
		record.status = fault?.drop ? 0 : answer.status;
		record.durationMs = Math.round((performance.now() - begun) * 10) / 10;
		state.requestLog.breach(record, exchange.problems);
		if (!fault?.drop) return send(reply, answer);
		request.raw.socket.destroy();
		return reply.hijack();
	}

	return app;
}

function openExchange({ state }: World, request: FastifyRequest): Exchange {
	const record = state.requestLog.add({
		method: request.method,
		path: (request.raw.url ?? '').split('?')[0],
		query: { ...(request.query as Record<string, unknown>) },
		headers: request.headers,
		inFlight: state.inFlight,
	});
	return { state, record, problems: [] };
}

async function answerExchange(
	contract: ContractRouter,
	exchange: Exchange,
	request: FastifyRequest,
): Promise<Answer> {
	const { record, state, problems } = exchange;
	const bytes = bodyBytes(request);
	const body = parseBody(bytes, request.headers['content-type']);
	state.requestLog.setBody(record, body.value, bytes.length);
	if (body.problem) problems.push(body.problem);
	const parsed = {
		method: record.method,
		path: record.path,
		headers: request.headers as Record<string, string | string[]>,
		query: { ...(request.query as Record<string, string | string[]>) },
		body: body.value,
	};
	try {
		return (await contract.handleRequest(parsed, exchange)) as Answer;
	} catch (failure) {
		if (failure instanceof Refusal) {
			if (failure.breach) problems.push(failure.breach);
			return failure.toAnswer();
		}
		if (failure instanceof URIError) {
			problems.push('path is not valid percent-encoding');
			return new Refusal(400, 'The path is not valid percent-encoding').toAnswer();
		}
		// A defect of the sandbox: listed among the breaches, where every test run looks.
		problems.push(`the sandbox failed: ${String(failure)}`);
		return new Refusal(500, 'The sandbox itself failed').toAnswer();
	}
}

/** What a fault answers instead of processing; undefined when the request is to be processed. */
function interruption({ status, headers, body, drop }: Fault): Answer | undefined {
	if (drop === 'beforeProcessing') return { status: 0 };
	if (status === undefined) return undefined;
	return { status, headers, body: body ?? { statusCode: status, message: 'An injected fault' } };
}

function bodyBytes(request: FastifyRequest): Buffer {
	return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
}

function send(reply: FastifyReply, { status, body, headers }: Answer): FastifyReply {
	return reply
		.code(status)
		.headers(headers ?? {})
		.send(body);
}
