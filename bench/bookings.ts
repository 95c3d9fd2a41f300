import { join } from 'node:path';
import { Agent, request } from 'undici';

import { connectControl, type RemoteControl } from '../sandbox/controlClient';
import type { RequestRecord } from '../sandbox/http/requestLog';
import { bookingForAda, slotAt, tokenCredential } from '../test/engine/platform/platform';
import { runNode } from '../test/support/engine';
import { compared, seconds } from './report';
import type { Result } from './result';
import type { Scale } from './scale';
import { alternate, timed } from './support/alternate';
import { startChild } from './support/child';
import { KeptCredentials } from './support/keptCredentials';

const ANSWER_AFTER_MS = 20;
/** Every twentieth slot has been taken by somebody else: 5 %. */
const TAKEN_EVERY = 20;
const CALENDAR = 'cal-onboarding';
/** Half hours from 09:00 to 17:00, Monday to Friday. */
const SLOTS_A_DAY = 16;

/** Each turn takes several seconds. */
const ROUNDS = 2;

type Slot = ReturnType<typeof slotAt>;

function slots(count: number): Slot[] {
	return Array.from({ length: count }, (_, index) => {
		const day = Math.floor(index / SLOTS_A_DAY);
		const halfHour = index % SLOTS_A_DAY;
		const time = `${9 + Math.floor(halfHour / 2)}:${halfHour % 2 === 0 ? '00' : '30'}`;
		return slotAt(time, Math.floor(day / 5) * 7 + (day % 5));
	});
}

/** A platform that has lost every twentieth slot to somebody else, and takes 20 ms for an answer. */
async function prepare(control: RemoteControl, wanted: readonly Slot[]): Promise<number> {
	await control.reset();
	const taken = wanted.filter((_, index) => index % TAKEN_EVERY === 0);
	for (const slot of taken) await control.takeSlot({ calendarId: CALENDAR, ...slot });
	await control.setLatency(ANSWER_AFTER_MS);
	return taken.length;
}

async function withPlatform(url: string, items: Slot[]): Promise<void> {
	const credentials = tokenCredential({ url });
	const { json, error } = await runNode({
		type: 'platform',
		parameters: {
			authentication: 'accessToken',
			resource: 'appointment',
			operation: 'book',
			...bookingForAda,
			startTime: '={{ $json.startTime }}',
			endTime: '={{ $json.endTime }}',
			whenTaken: 'alternatives',
		} as never,
		credentials,
		store: new KeptCredentials(credentials),
		items: items.map((slot) => ({ ...slot })),
	});
	if (error) throw error;
	if (json.length !== items.length) throw new Error(`${json.length} of ${items.length} came back`);
}

/** The very requests that the node sent, one after the other, by the bare client. */
async function replay(url: string, requests: readonly RequestRecord[]): Promise<void> {
	const dispatcher = new Agent({ connections: 1 });
	for (const { method, path, query, headers, body } of requests) {
		const target = new URL(path, url);
		for (const [name, value] of Object.entries(query)) target.searchParams.set(name, String(value));
		const answer = await request(target, {
			method: method as 'GET',
			headers: {
				authorization: headers.authorization ?? '',
				version: String(headers.version),
				...(body === undefined ? {} : { 'content-type': 'application/json' }),
			},
			body: body === undefined ? undefined : JSON.stringify(body),
			dispatcher,
		});
		await answer.body.json();
	}
	await dispatcher.close();
}

/** Writes go out one at a time, so the client beside it does the same. */
export async function benchBookings({ bookings, rounds }: Scale): Promise<Result> {
	const sandbox = await startChild(join(__dirname, 'support', 'sandboxServer.ts'));
	try {
		const { url } = await sandbox.ask<{ url: string }>();
		const control = connectControl(url);
		const wanted = slots(bookings);
		let sent: RequestRecord[] = [];
		let freeSlots = 0;
		let bookedTwice = 0;
		const turns = await alternate(
			{
				ours: async () => {
					freeSlots = wanted.length - (await prepare(control, wanted));
					const ms = await timed(async () => await withPlatform(url, wanted));
					sent = await control.requests();
					bookedTwice += await countWrong(control, freeSlots);
					return ms;
				},
				undici: async () => {
					await prepare(control, wanted);
					return await timed(async () => await replay(url, sent));
				},
			},
			// Round 0, which does not count, also tells which requests are to be replayed.
			Math.min(rounds, ROUNDS),
		);
		const taken = wanted.length - freeSlots;
		const what = `${wanted.length} bookings, ${taken} of them for taken slots`;
		const waiting = sent.length * ANSWER_AFTER_MS;
		const lines = [
			compared(
				{ what, beside: `undici, the same ${sent.length} requests`, bound: { atMost: 1.3 }, waiting },
				turns.ours,
				turns.undici,
				seconds,
			),
			{
				what,
				ours: `${bookedTwice} lost or booked twice`,
				beside: 'free slots',
				theirs: String(freeSlots),
				bound: { text: '= 0', holds: bookedTwice === 0 },
			},
		];
		return { lines };
	} finally {
		await sandbox.close();
	}
}

/** Slots that the node booked more than once, or not at all although they were free. */
async function countWrong(control: RemoteControl, expected: number): Promise<number> {
	const mine = (await control.appointments()).filter(({ contactId }) => contactId === 'contact-ada');
	const distinct = new Set(mine.map(({ startTime }) => startTime)).size;
	return mine.length - distinct + Math.abs(expected - distinct);
}
