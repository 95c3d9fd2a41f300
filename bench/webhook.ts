import { randomBytes } from 'node:crypto';

import { TOKEN_LENGTH } from '../nodes/PlatformTrigger/deduplication/eventKey';
import { forgetAll, memoryOf } from '../nodes/PlatformTrigger/deduplication/memories';
import { MAX_EVENTS_IN_MEMORY } from '../nodes/PlatformTrigger/deduplication/rememberedEvents';
import { parsePublicKeys } from '../nodes/PlatformTrigger/publicKeys';
import { verifySignature } from '../nodes/PlatformTrigger/signature';
import { compared, milliseconds, type Line } from './report';
import type { Scale } from './scale';
import { alternateInProcess, type Way } from './support/alternate';
import {
	memoryKey,
	rawDelivery,
	SIGNER,
	signedBody,
	type RawDelivery,
	type SignedBody,
} from './support/rawDelivery';

/** Of the trigger's default window. */
const RETENTION_MINUTES = 72 * 60;

/** Distinct bodies, taken in turn. A failed start is forgotten, so each counts as new every time. */
const BODIES = 500;

export function remember(workflowId: string, count: number): void {
	const { remembered } = memoryOf(memoryKey(workflowId), RETENTION_MINUTES);
	for (let i = 0; i < count; i++) {
		remembered.add(randomBytes(9).toString('base64url').slice(0, TOKEN_LENGTH), Date.now());
	}
}

function nextOf(bodies: readonly SignedBody[]): () => SignedBody {
	let next = 0;
	return () => bodies[next++ % bodies.length];
}

/** `webhook()` alone: n8n's making of the context before it and n8n's answer after it do not count. */
function receiving(bodies: readonly SignedBody[], remembered: number): Way {
	const workflowId = `remembers-${remembered}`;
	remember(workflowId, remembered);
	const next = nextOf(bodies);
	let delivery: RawDelivery;
	return {
		beforeEach: () => {
			delivery = rawDelivery(next(), workflowId);
		},
		run: async () => await delivery.receive(),
		// Not remembered, so that the number of remembered events stays what it is.
		afterEach: () => delivery.answer(500),
	};
}

/** The whole `webhook()` in n8n-core's context, with few and many remembered events. */
export async function benchWebhook({ shortRounds: rounds, turnMs: ms }: Scale): Promise<Line[]> {
	const bodies = Array.from({ length: BODIES }, (_, number) => signedBody(number));
	const counts = { few: 100, many: 10_000, most: MAX_EVENTS_IN_MEMORY };
	const next = nextOf(bodies);
	const keys = parsePublicKeys(SIGNER.publicKeyPem);
	const turns = await alternateInProcess(
		{
			verify: {
				run: () => {
					const { body, header } = next();
					return verifySignature(body, header, keys);
				},
			},
			few: receiving(bodies, counts.few),
			many: receiving(bodies, counts.many),
			most: receiving(bodies, counts.most),
		},
		{ rounds, ms },
	);
	forgetAll();
	const what = (name: keyof typeof counts) =>
		`webhook() with ${counts[name].toLocaleString('en')} remembered events`;
	const bound = { atMost: 1.3 };
	return [
		...(['few', 'many', 'most'] as const).map((name) =>
			compared(
				{ what: what(name), beside: 'verification alone', bound },
				turns[name],
				turns.verify,
				milliseconds,
			),
		),
		compared(
			{ what: what('most'), beside: `with ${counts.few}`, bound: { atMost: 1.1 } },
			turns.most,
			turns.few,
			milliseconds,
		),
	];
}
