import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { IWebhookResponseData } from 'n8n-workflow';
import { CredentialStore } from '../../support/credentialStore';
import { createSigningKey } from '../../support/keys';
import { isLong } from '../../support/long';
import type { SigningKey } from '../../support/keys';
import { attachRawBody, webhookContext } from '../../support/webhookContext';
import { EVENT, triggerWith } from './deliveries';
import { FORGERIES } from './forgeries';
import type { Forgery } from './forgeries';

const REQUESTS = isLong ? 20_000 : 2_000;

const key = createSigningKey();
const other = createSigningKey();
const options = triggerWith(key);
const store = new CredentialStore(options.credentials ?? {});
const kinds = Object.keys(FORGERIES);

/** Node's own request and response, without a network between them. */
async function call(forgery: Forgery): Promise<{ response: ServerResponse; result: IWebhookResponseData }> {
	const request = new IncomingMessage(new Socket());
	request.method = 'POST';
	for (const [name, value] of forgery.headers) {
		request.rawHeaders.push(name, value);
		const lower = name.toLowerCase();
		const before = request.headers[lower];
		request.headers[lower] = before === undefined ? value : `${String(before)}, ${value}`;
	}
	request.push(forgery.body);
	request.push(null);
	attachRawBody(request);
	const response = new ServerResponse(request);
	const { context, nodeType } = webhookContext(options, store, request, response);
	Object.defineProperty(context, 'logger', { value: { warn: () => {} } });
	const result = (await nodeType.webhook?.call(context)) as IWebhookResponseData;
	return { response, result };
}

/** Compressed bodies are not read; all others are not believed. */
function statusOf(kind: string): number {
	return /gzip|deflate/.test(kind) ? 415 : 401;
}

function bodyOf(n: number): string {
	return JSON.stringify({ ...EVENT, contactId: `c-${n}`, webhookEventId: `e-${n}` });
}

function forge(kind: string, n: number, signer: SigningKey = key): Forgery {
	return FORGERIES[kind](bodyOf(n), signer, other);
}

it('takes the genuine delivery that the forgeries are made from', async () => {
	const body = bodyOf(0);
	const { result } = await call({
		headers: [['x-platform-signature', key.sign(body)]],
		body: Buffer.from(body),
	});
	expect(result.workflowData).toMatchObject([[{ json: JSON.parse(body) as object }]]);
});

it(`answers ${REQUESTS} forgeries of ${kinds.length} kinds with a bare 401 or 415 and starts nothing`, async () => {
	const accepted: string[] = [];
	for (let n = 0; n < REQUESTS; n++) {
		const kind = kinds[n % kinds.length];
		const { response, result } = await call(forge(kind, n));
		const isBare = response.statusCode === statusOf(kind) && response.writableEnded && !response.getHeaderNames().length;
		if (!isBare || result.workflowData || result.noWebhookResponse !== true) accepted.push(kind);
	}
	expect(kinds.length).toBeGreaterThanOrEqual(12);
	expect(accepted).toEqual([]);
}, 60_000);
