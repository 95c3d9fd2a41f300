import { createPublicKey, randomBytes, verify } from 'node:crypto';

import { readPublicKeys } from '../nodes/webhookSignature/publicKeys';
import { verifySignature } from '../nodes/webhookSignature/signature';
import { createSigningKey } from '../test/support/keys';
import { compared, milliseconds, type Line } from './report';
import { alternateInProcess, type Scale } from './support/rounds';

const SIZES = { '300 B': 300, '256 kB, which does not hold up the event loop': 256_000 };

/** With a callback Node.js verifies in another thread, as we do where a body is large. */
const LARGE = 64 * 1024;

/** Cheap things are done so often within one timing. */
const TIMES = 200;

function eventOf(bytes: number): Buffer {
	const frame = JSON.stringify({ type: 'ContactCreate', webhookEventId: 'e-1', note: '' });
	const note = randomBytes(bytes).toString('base64').slice(0, bytes - frame.length);
	return Buffer.from(frame.replace('""', `"${note}"`));
}

/** From the header to the verdict, beside the bare algorithm and the usual way. */
export async function benchVerify({ shortRounds: rounds, turnMs: ms }: Scale): Promise<Line[]> {
	const signer = createSigningKey();
	const pem = signer.publicKeyPem;
	const key = createPublicKey(pem);
	const { keys } = readPublicKeys(pem);
	const lines: Line[] = [];

	for (const [size, bytes] of Object.entries(SIZES)) {
		const body = eventOf(bytes);
		const header = signer.sign(body);
		const signature = Buffer.from(header, 'base64');
		const turns = await alternateInProcess(
			{
				ours: { run: () => verifySignature(body, header, keys) },
				bare: {
					run: () =>
						bytes > LARGE
							? new Promise((resolve) => verify(null, body, key, signature, resolve))
							: verify(null, body, key, signature),
				},
				parsed: { run: () => verify(null, body, pem, Buffer.from(header, 'base64')) },
			},
			{ rounds, ms },
		);
		const what = `verify a delivery of ${size}`;
		const beside = (name: 'bare' | 'parsed', text: string, bound?: Line['bound']) =>
			compared({ what, beside: text, bound }, turns.ours, turns[name], milliseconds);
		lines.push(
			beside('bare', '`crypto.verify`, cached key, decoded signature', { atMost: 1.15 }),
			beside('parsed', '`crypto.verify`, PEM parsed each time (the vendor SDK)'),
		);
	}
	return [...lines, await benchRejection({ rounds, ms })];
}

async function benchRejection(turn: { rounds: number; ms: number }): Promise<Line> {
	const signer = createSigningKey();
	const body = eventOf(300);
	const header = signer.sign(body);
	const { keys } = readPublicKeys(signer.publicKeyPem);
	const refuseMany = () => {
		for (let i = 0; i < TIMES; i++) verifySignature(body, header.slice(4), keys);
	};
	const { refused, verified } = await alternateInProcess(
		{ refused: { times: TIMES, run: refuseMany }, verified: { run: () => verifySignature(body, header, keys) } },
		turn,
	);
	const line = { what: 'reject a header that is no signature', beside: 'a verification', bound: { atMost: 0.1 } };
	return compared(line, refused, verified, milliseconds);
}
