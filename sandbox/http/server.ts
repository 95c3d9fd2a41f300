import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';

import type { ContractCheck } from './contract';
import { dispatch } from './dispatch';
import type { SandboxControl } from '../control';
import { decideConsent, DECISION_PATH } from '../oauth/consent';
import { showPage } from '../page';
import type { Platform } from '../platform';
import type { PlatformResponse } from '../responses';

const BODY_LIMIT_BYTES = 10 * 1024 * 1024;

/** Names that lead to this machine. */
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/**
 * The HTTP side of a sandbox: the contract's paths, the consent form, the page and the control interface.
 *
 * @param note stands on the page
 */
export function createServer(
	platform: Platform,
	check: ContractCheck,
	control: SandboxControl,
	note?: string,
): FastifyInstance {
	const app = fastify({
		bodyLimit: BODY_LIMIT_BYTES,
		// Closing a sandbox does not wait for idle keep-alive connections of clients.
		forceCloseConnections: true,
		routerOptions: { maxParamLength: 5_000 },
		// Paths that cannot be decoded are recorded like every other unknown path.
		frameworkErrors: (_error, request, reply) => void respond(request, reply),
	});
	// Bodies stay bytes: what is malformed is recorded, and refused by the contract's rules.
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
	app.all('/*', respond);

	// Apart from the contract's paths; these requests are not recorded.
	app.register((own, _options, done) => {
		own.addHook('onRequest', ({ headers: { host = '', origin } }, reply, next) => {
			// A page of another site: browsers name its origin, and a name of its own that leads here is not loopback.
			if (LOOPBACK.test(host) && (origin === undefined || origin === `http://${host}`)) next();
			else void reply.code(403).send('This is for the pages of the machine that it runs on.');
		});
		own.post(DECISION_PATH, (request, reply) =>
			send(reply, decideConsent(platform.state, fieldsOf(request))),
		);
		own.get('/', (_request, reply) => {
			const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' };
			return send(reply, { status: 200, headers, body: showPage(platform.state, note) });
		});
		own.post('/', async (request, reply) => {
			const { action, argument, ...fields } = fieldsOf(request);
			const response = await callControl(control, action, () => [argument ?? fields]);
			return response.status === 200 ? reply.redirect('/', 303) : send(reply, response);
		});
		own.all<{ Params: { name: string } }>('/__sandbox/:name', async (request, reply) =>
			send(
				reply,
				await callControl(control, request.params.name, () =>
					argumentsIn(bytesOf(request).toString('utf8')),
				),
			),
		);
		done();
	});

	async function respond(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
		const { method, headers, raw } = request;
		const [path] = (raw.url ?? '').split('?');
		const query = { ...(request.query as Record<string, unknown>) };
		const sent = { method, path, query, headers, body: bytesOf(request) };
		const response = await dispatch(platform.state, check, sent);
		if (response) return send(reply, response);
		reply.hijack();
		raw.socket.destroy();
		return reply;
	}

	return app;
}

/** The response is what the function returned, as JSON (`null` for nothing). */
async function callControl(
	control: SandboxControl,
	name: string,
	given: () => unknown[],
): Promise<PlatformResponse> {
	if (!Object.hasOwn(control, name)) {
		return { status: 404, body: { message: `There is no control function ${name}` } };
	}
	try {
		const call = control[name as keyof SandboxControl] as (...args: unknown[]) => unknown;
		const result = await call(...given());
		// As JSON, texts too.
		const headers = { 'content-type': 'application/json; charset=utf-8' };
		return { status: 200, headers, body: JSON.stringify(result ?? null) };
	} catch (reason) {
		return {
			status: 400,
			body: { message: reason instanceof Error ? reason.message : String(reason) },
		};
	}
}

/** The body of a call is `{ "args": […] }`, or the single argument itself, or empty. */
function argumentsIn(text: string): unknown[] {
	const body = JSON.parse(text || '{ "args": [] }') as { args?: unknown[] };
	return body.args ?? [body];
}

function bytesOf({ body }: FastifyRequest): Buffer {
	return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}

/** The fields of a form that was posted. */
function fieldsOf(request: FastifyRequest): Record<string, string> {
	return Object.fromEntries(new URLSearchParams(bytesOf(request).toString('utf8')));
}

function send(reply: FastifyReply, { status, body, headers }: PlatformResponse): FastifyReply {
	const isText = typeof body === 'string' || body === undefined;
	return reply
		.code(status)
		.headers({
			...(isText ? {} : { 'content-type': 'application/json; charset=utf-8' }),
			...headers,
		})
		.send(isText ? body : JSON.stringify(body));
}
