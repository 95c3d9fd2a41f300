import {
	MAX_EVENTS_IN_MEMORY,
	RememberedEvents,
} from '../../../nodes/PlatformTrigger/deduplication/rememberedEvents';
import {
	MAX_STORED_EVENTS,
	MAX_STORED_SEGMENTS,
} from '../../../nodes/PlatformTrigger/deduplication/segments';

const MINUTE = 60_000;
const DAY = 24 * 60;
const START = Date.UTC(2026, 0, 15, 12);

function tokenOf(n: number): string {
	return `t${n.toString(36).padStart(11, '-')}`;
}

/** As n8n keeps it: through JSON. */
function stored(events: RememberedEvents, starting: string[] = [], now = START): unknown {
	return JSON.parse(JSON.stringify(events.store(starting, now)));
}

function filled(count: number, now = START): RememberedEvents {
	const events = new RememberedEvents(DAY);
	for (let i = 0; i < count; i++) events.add(tokenOf(i), now);
	return events;
}

function restarted(from: unknown, now = START): RememberedEvents {
	const events = new RememberedEvents(DAY);
	events.merge(from, now);
	return events;
}

describe('RememberedEvents', () => {
	it('knows what was added, and only that', () => {
		const events = filled(3);
		expect([0, 1, 2, 3].map((n) => events.has(tokenOf(n)))).toEqual([true, true, true, false]);
	});

	it('forgets after the retention window, not before', () => {
		const events = filled(1);
		events.sweep(START + DAY * MINUTE);
		expect(events.has(tokenOf(0))).toBe(true);
		events.sweep(START + 1.1 * DAY * MINUTE);
		expect(events.has(tokenOf(0))).toBe(false);
		expect(events.size).toBe(0);
	});

	it('keeps the last event of a stretch for its whole window', () => {
		const events = filled(1);
		const late = START + (DAY / 12 - 1) * MINUTE;
		events.add('late-late-12', late);
		events.sweep(late + DAY * MINUTE);
		expect(events.has('late-late-12')).toBe(true);
	});

	it('uses a changed retention at once', () => {
		const events = filled(1);
		events.sweep(START + 100 * MINUTE);
		expect(events.has(tokenOf(0))).toBe(true);
		events.setRetention(60);
		events.sweep(START + 100 * MINUTE);
		expect(events.has(tokenOf(0))).toBe(false);
	});

	it('is bounded in memory, the oldest going first', () => {
		const events = filled(MAX_EVENTS_IN_MEMORY + 1_000);
		expect(events.size).toBeLessThanOrEqual(MAX_EVENTS_IN_MEMORY);
		expect(events.size).toBeGreaterThan(MAX_EVENTS_IN_MEMORY - 500);
		expect(events.has(tokenOf(0))).toBe(false);
		expect(events.has(tokenOf(MAX_EVENTS_IN_MEMORY + 999))).toBe(true);
	});

	it('stores the newest 5,000 events in at most 64 kB', () => {
		const form = stored(filled(MAX_EVENTS_IN_MEMORY));
		expect(Buffer.byteLength(JSON.stringify(form))).toBeLessThanOrEqual(65_536);
		const after = restarted(form);
		expect(after.size).toBeLessThanOrEqual(MAX_STORED_EVENTS);
		expect(after.size).toBeGreaterThan(MAX_STORED_EVENTS - 500);
		expect(after.has(tokenOf(MAX_EVENTS_IN_MEMORY - 1))).toBe(true);
	});

	it('stays within its bytes after a restart for each few events', () => {
		let form: unknown;
		for (let life = 0; life < MAX_STORED_SEGMENTS + 20; life++) {
			const events = restarted(form);
			for (let i = 0; i < 40; i++) events.add(tokenOf(life * 40 + i), START);
			form = stored(events);
		}
		expect(Buffer.byteLength(JSON.stringify(form))).toBeLessThanOrEqual(65_536);
		expect(restarted(form).has(tokenOf((MAX_STORED_SEGMENTS + 19) * 40))).toBe(true);
		expect(restarted(form).size).toBeGreaterThan(4_500);
	});

	it('survives a restart, again and again', () => {
		let form = stored(filled(700));
		for (let i = 0; i < 5; i++) form = stored(restarted(form));
		const after = restarted(form);
		expect(after.size).toBe(700);
		expect(after.has(tokenOf(0)) && after.has(tokenOf(699))).toBe(true);
	});

	it('stores a start that is being saved without remembering it yet', () => {
		const events = filled(2);
		expect(restarted(stored(events, ['starting----'])).has('starting----')).toBe(true);
		expect(events.has('starting----')).toBe(false);
		expect(restarted(stored(events)).has('starting----')).toBe(false);
	});

	it('puts side by side what two processes remember', () => {
		const a = new RememberedEvents(DAY);
		const b = new RememberedEvents(DAY);
		a.add('from-a------', START);
		b.merge(stored(a), START);
		b.add('from-b------', START);
		a.add('from-a-later', START);
		a.merge(stored(b), START);
		b.merge(stored(a), START);
		for (const events of [a, b, restarted(stored(a)), restarted(stored(b))]) {
			expect(['from-a------', 'from-b------', 'from-a-later'].every((t) => events.has(t))).toBe(true);
		}
	});

	it('keeps as much when two processes take turns as when there is one', () => {
		const processes = [new RememberedEvents(DAY), new RememberedEvents(DAY)];
		let form: unknown;
		for (let i = 0; i < 2_000; i++) {
			const events = processes[i % 2];
			const now = START + (i >> 4) * MINUTE;
			events.merge(form, now);
			events.add(tokenOf(i), now);
			form = stored(events, [], now);
		}
		const later = START + 2 * 60 * MINUTE;
		expect(processes.map(({ size }) => size)).toEqual([1_999, 2_000]);
		expect(restarted(form, later).size).toBe(2_000);
	});

	it('takes over what another process adds to a segment that is known, in any order', () => {
		const reader = new RememberedEvents(DAY);
		const writer = new RememberedEvents(DAY);
		writer.add('one---------', START);
		reader.merge(stored(writer, ['two---------']), START);
		writer.add('three-------', START);
		reader.merge(stored(writer), START);
		expect(['one---------', 'two---------', 'three-------'].map((t) => reader.has(t))).toEqual([
			true,
			true,
			true,
		]);
	});

	it('does not take over what is older than the window', () => {
		const after = restarted(stored(filled(3)), START + 2 * DAY * MINUTE);
		expect(after.size).toBe(0);
	});

	it('forgets what claims to come from the future', () => {
		const future = { version: 1, writer: 'w', segments: { s: `zzzzzz.${tokenOf(1)}` } };
		const events = restarted(future);
		expect(events.has(tokenOf(1))).toBe(true);
		events.sweep(START + 1.2 * DAY * MINUTE);
		expect(events.has(tokenOf(1))).toBe(false);
	});

	it.each<[string, unknown]>([
		['a text', 'garbage'],
		['null', null],
		['a list', ['x']],
		['an older form', { ids: ['e-1', 'e-2'] }],
		['a newer version', { version: 2, writer: 'w', segments: {} }],
		['segments that are a list', { version: 1, writer: 'w', segments: ['x'] }],
		['a segment that is a number', { version: 1, writer: 'w', segments: { s: 5 } }],
		['a cut segment', { version: 1, writer: 'w', segments: { s: 'abc.0123456789' } }],
		['a segment without a time', { version: 1, writer: 'w', segments: { s: tokenOf(1) } }],
		['a strange id', { version: 1, writer: 'w', segments: { 'a b': `abc.${tokenOf(1)}` } }],
	])('says that %s cannot be read, and goes on', (_what, damaged) => {
		const events = filled(2);
		expect(events.merge(damaged, START)).toBe(false);
		expect(events.size).toBe(2);
		expect(restarted(stored(events)).size).toBe(2);
	});

	it('keeps the readable part of damaged data', () => {
		const form = stored(filled(2)) as { segments: Record<string, string> };
		form.segments.broken = '!';
		const events = new RememberedEvents(DAY);
		expect(events.merge(form, START)).toBe(false);
		expect(events.size).toBe(2);
	});

	it('accepts that nothing is stored', () => {
		expect(new RememberedEvents(DAY).merge(undefined, START)).toBe(true);
	});

	it('bounds what it takes over', () => {
		const segments = Object.fromEntries(
			Array.from({ length: 300 }, (_, s) => [
				`s${s}`,
				`abc.${Array.from({ length: 250 }, (__, i) => tokenOf(s * 250 + i)).join('')}`,
			]),
		);
		const events = new RememberedEvents(100 * 365 * DAY);
		events.merge({ version: 1, writer: 'w', segments }, START);
		expect(events.size).toBeLessThanOrEqual(MAX_EVENTS_IN_MEMORY);
	});
});
