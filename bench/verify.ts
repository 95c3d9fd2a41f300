import { createPublicKey, randomBytes, verify } from 'node:crypto';

import { readPublicKeys } from '../nodes/webhookSignature/publicKeys';
import { verifySignature } from '../nodes/webhookSignature/signature';
import { createSigningKey } from '../test/support/keys';
import { compared, milliseconds, type Line } from './report';
import { alternateInProcess, type Scale } from './support/rounds';

const SIZES = { '300 B': 300, '256 kB, which does not hold up the event loop': 256_000 };

/** With a callback Node.js verifies in another thread, as we do where a body is large. */
const LARGE = 64 * 1024;

function eventOf(bytes: number): Buffer {
	const frame = JSON.stringify({ type: 'ContactCreate', webhookEventId: 'e-1', note: '' });
	const note = randomBytes(bytes)
		.toString('base64')
		.slice(0, bytes - frame.length);
	return Buffer.from(frame.replace('""', `"${note}"`));
}

/** From the header to the verdict, beside the bare algorithm. */
export async function benchVerify({ shortRounds: rounds, turnMs: ms }: Scale): Promise<Line[]> {
	const signer = createSigningKey();
	const key = createPublicKey(signer.publicKeyPem);
	const { keys } = readPublicKeys(signer.publicKeyPem);
	const lines: Line[] = [];

	for (const [size, bytes] of Object.entries(SIZES)) {
		const body = eventOf(bytes);
		const header = signer.sign(body);
		const signature = Buffer.from(header, 'base64');
		const inAnotherThread = async () =>
			await new Promise((resolve) => verify(null, body, key, signature, resolve));
		const bare = {
			run: bytes > LARGE ? inAnotherThread : () => verify(null, body, key, signature),
		};
		const turns = await alternateInProcess(
			{ ours: { run: () => verifySignature(body, header, keys) }, bare },
			{ rounds, ms },
		);
		const what = `verify a delivery of ${size}`;
		const line = {
			what,
			beside: '`crypto.verify`, cached key, decoded signature',
			bound: { atMost: 1.15 },
		};
		lines.push(compared(line, turns.ours, turns.bare, milliseconds));
	}
	return lines;
}
