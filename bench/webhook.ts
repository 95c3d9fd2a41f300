import { Claim, Claims, claims, MAX_STARTED } from '../nodes/PlatformTrigger/deduplicate/claims';
import { readPublicKeys } from '../nodes/webhookSignature/publicKeys';
import { verifySignature } from '../nodes/webhookSignature/signature';
import { compared, milliseconds, type Line } from './report';
import { alternateInProcess, type Way, type Scale } from './support/rounds';
import {
	rawDelivery,
	SIGNER,
	signedBody,
	type RawDelivery,
	type SignedBody,
} from './support/rawDelivery';

/** Distinct bodies, taken in turn. A failed start is forgotten, so each counts as new every time. */
const BODIES = 500;

const never = async () => await new Promise<void>(() => {});

/** The memory of the process after so many events. */
async function remember(count: number): Promise<void> {
	Object.assign(claims, new Claims());
	for (let i = 0; i < count; i++) {
		const claim = await claims.claim(`event-${i}`, never);
		if (claim instanceof Claim) claims.ended(claim, true);
	}
}

function nextOf(bodies: readonly SignedBody[]): () => SignedBody {
	let next = 0;
	return () => bodies[next++ % bodies.length];
}

/** `webhook()` alone: n8n's making of the context before it and n8n's response after it do not count. */
function receiving(bodies: readonly SignedBody[], remembered: number): Way {
	const next = nextOf(bodies);
	let delivery: RawDelivery;
	return {
		beforeAll: async () => await remember(remembered),
		beforeEach: () => void (delivery = rawDelivery(next())),
		run: async () => await delivery.receive(),
		// Not remembered, so that the number of remembered events stays what it is.
		afterEach: () => delivery.respond(500),
	};
}

/** The whole `webhook()` in n8n-core's context, with few and many remembered events. */
export async function benchWebhook({ shortRounds: rounds, turnMs: ms }: Scale): Promise<Line[]> {
	const bodies = Array.from({ length: BODIES }, (_, number) => signedBody(number));
	const counts = { few: 100, most: MAX_STARTED };
	const next = nextOf(bodies);
	const { keys } = readPublicKeys(SIGNER.publicKeyPem);
	const verify = () => {
		const { body, header } = next();
		return verifySignature(body, header, keys);
	};
	const ways = {
		verify: { run: verify },
		few: receiving(bodies, counts.few),
		most: receiving(bodies, counts.most),
	};
	const turns = await alternateInProcess(ways, { rounds, ms });
	Object.assign(claims, new Claims());
	const what = (name: keyof typeof counts) =>
		`webhook() with ${counts[name].toLocaleString('en')} remembered events`;
	const beside = (name: keyof typeof counts) =>
		compared(
			{ what: what(name), beside: 'verification alone' },
			turns[name],
			turns.verify,
			milliseconds,
		);
	const besideFew = { what: what('most'), beside: `with ${counts.few}`, bound: { atMost: 1.1 } };
	return [beside('few'), beside('most'), compared(besideFew, turns.most, turns.few, milliseconds)];
}
