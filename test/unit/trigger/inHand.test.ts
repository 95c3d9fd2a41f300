import { InHand } from '../../../nodes/PlatformTrigger/receive/readDelivery';
import type { Stay } from '../../../nodes/PlatformTrigger/receive/readDelivery';

function made() {
	const clock = { ms: 5_000_000 };
	return { clock, inHand: new InHand(() => clock.ms) };
}

/** Lets in as many as there is room for, up to a thousand. */
function fill(inHand: InHand, verified = false): Stay[] {
	const stays: Stay[] = [];
	for (let stay = inHand.enter(); stay && stays.length < 1_000; stay = inHand.enter()) {
		if (verified) stay.verified();
		stays.push(stay);
	}
	return stays;
}

it('lets in 20 strangers at once, and another when one leaves', () => {
	const { inHand } = made();
	const stays = fill(inHand);
	expect(stays).toHaveLength(20);
	stays[7].leave();
	expect(fill(inHand)).toHaveLength(1);
});

it('lets in 20 verified deliveries at once, then nobody until one leaves', () => {
	const { inHand } = made();
	const stays = fill(inHand, true);
	expect(stays).toHaveLength(20);
	stays[0].leave();
	expect(fill(inHand, true)).toHaveLength(1);
});

it('keeps room for the platform while strangers take all of theirs, and gives it up when they are slow', async () => {
	const { clock, inHand } = made();
	const [first, second] = fill(inHand);
	const displaced: string[] = [];
	void first.displaced.then(() => displaced.push('first'));
	void second.displaced.then(() => displaced.push('second'));
	clock.ms += 999;
	expect(inHand.enter()).toBeUndefined();
	clock.ms += 1;
	expect(inHand.enter()).toBeDefined();
	await new Promise(setImmediate);
	expect(displaced).toEqual(['first']);
});

it('does not displace what has been verified', () => {
	const { clock, inHand } = made();
	const [first] = fill(inHand);
	first.verified();
	clock.ms += 10_000;
	const displaced = jest.fn();
	void first.displaced.then(displaced);
	expect(fill(inHand).length).toBeGreaterThan(1);
	expect(displaced).not.toHaveBeenCalled();
});

it('has room for as many that were displaced and turn out to be genuine, and for no more', () => {
	const { clock, inHand } = made();
	const stays = fill(inHand);
	clock.ms += 1_000;
	stays.push(...fill(inHand));
	expect(stays.map((stay) => stay.verified())).toEqual(stays.map((_stay, n) => n < 20));
	expect(inHand.enter()).toBeUndefined();
	stays[0].leave();
	stays[0].leave();
	expect(fill(inHand, true)).toHaveLength(1);
});
