import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';

import { readForm, type ContractCheck } from './contract';
import { dispatch } from './dispatch';
import type { SandboxControl } from '../control';
import { decideConsent, DECISION_PATH } from '../oauth/consent';
import { getPage, postPage } from '../page/routes';
import type { Platform } from '../platform';
import type { PlatformResponse } from '../responses';

const BODY_LIMIT_BYTES = 10 * 1024 * 1024;

/** Apart from the contract's paths; requests below it are not recorded. */
const CONTROL_PREFIX = '/__sandbox/';

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

	app.post(DECISION_PATH, (request, reply) =>
		send(reply, decideConsent(platform.state, readForm(bytesOf(request).toString('utf8')))),
	);
	app.get('/', (request, reply) => send(reply, getPage(platform, request.headers, note)));
	app.post('/', (request, reply) => send(reply, postPage(control, request.headers, bytesOf(request))));
	app.all(`${CONTROL_PREFIX}:name`, async (request, reply) => {
		const { name } = request.params as { name: string };
		return send(reply, await callControl(control, name, bytesOf(request)));
	});
	app.all('/*', respond);

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

/**
 * Calls a function of the control interface. The body is `{ "args": […] }`, or the single argument
 * itself, or empty; the response is what the function returned, as JSON (`null` for nothing).
 */
async function callControl(control: SandboxControl, name: string, bytes: Buffer): Promise<PlatformResponse> {
	if (!Object.hasOwn(control, name)) {
		return { status: 404, body: { message: `There is no control function ${name}` } };
	}
	try {
		const body: unknown = bytes.length === 0 ? { args: [] } : JSON.parse(bytes.toString('utf8'));
		const { args = [body] } = body as { args?: unknown[] };
		const call = control[name as keyof SandboxControl] as (...args: unknown[]) => unknown;
		const result = await call(...args);
		// As JSON, texts too.
		const headers = { 'content-type': 'application/json; charset=utf-8' };
		return { status: 200, headers, body: JSON.stringify(result ?? null) };
	} catch (reason) {
		return { status: 400, body: { message: reason instanceof Error ? reason.message : String(reason) } };
	}
}

function bytesOf({ body }: FastifyRequest): Buffer {
	return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}

function send(reply: FastifyReply, { status, body, headers }: PlatformResponse): FastifyReply {
	const isText = typeof body === 'string' || body === undefined;
	return reply
		.code(status)
		.headers({ ...(isText ? {} : { 'content-type': 'application/json; charset=utf-8' }), ...headers })
		.send(isText ? body : JSON.stringify(body));
}
