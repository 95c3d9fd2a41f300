import { joined, type Slot } from '../../../nodes/booking/slots';
import {
	addDays,
	dateInZone,
	formatInZone,
	formatWithOffset,
	offsetMinutesIn,
	parseInstant,
} from '../../../nodes/time/times';
import { stopClockAt } from '../../support/clock';
import { isLong } from '../../support/long';
import { HIGH_LEVEL } from '../platform/nodeOnPlatform';
import { failed } from '../platformApi/fakePlatform';
import { byId, PollingNode, type Platform } from './pollContext';

// The week in which clocks go forward.
stopClockAt('2026-03-05T15:00:00Z');

/** Between them a calendar changes, n8n restarts, a person publishes anew. */
const POLLS = isLong ? 1_500 : 60;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The same numbers at every run. */
function random(seed: number) {
	let state = seed;
	const next = () => {
		state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
		return state / 2_147_483_648;
	};
	const upTo = (count: number) => Math.floor(next() * count);
	return {
		upTo,
		isIn: (share: number) => next() < share,
		oneOf: <T>(all: readonly T[]) => all[upTo(all.length)],
	};
}

interface Settings {
	/** How free time is listed. */
	form: 'slots' | 'spans' | 'starts';
	length: number;
	interval: number;
	/** The days that the calendar offers. */
	offered: number;
	daysAhead: number;
	/** How much is booked at first. */
	booked: number;
	zone: string;
}

/** A calendar of a platform: bookings, blocked days, the days that it offers. */
class Calendar {
	readonly taken: Slot[] = [];
	readonly blocked = new Set<string>();
	/** What is left out of the next responses, in turn. */
	readonly bad: Array<(slot: Slot) => boolean> = [];
	readonly zone: string;

	constructor(
		readonly settings: Settings,
		public now: number,
	) {
		this.zone = settings.zone;
	}

	/** When a day opens and closes, and its offset from UTC in minutes. */
	private readonly days = new Map<string, { opens: number; closes: number; offset: number }>();

	private day(date: string) {
		const known = this.days.get(date);
		if (known) return known;
		const opens = parseInstant(`${date}T09:00`, this.zone);
		const offset = offsetMinutesIn(formatInZone(opens, this.zone)) ?? 0;
		const day = { opens, closes: opens + 8 * HOUR, offset };
		this.days.set(date, day);
		return day;
	}

	/** What is free, in order of time. */
	free(): Slot[] {
		const today = dateInZone(this.now, this.zone);
		const [length, interval] = [this.settings.length * MINUTE, this.settings.interval * MINUTE];
		const dates = Array.from({ length: this.settings.offered }, (_, n) => addDays(today, n));
		return dates.flatMap((date) => {
			if (this.blocked.has(date)) return [];
			const { opens, closes, offset } = this.day(date);
			const taken = this.taken.filter(({ start }) => start >= opens && start < closes);
			return Array.from({ length: (closes - opens - length) / interval + 1 }, (_, n) => {
				const start = opens + n * interval;
				return { start, end: start + length, offset };
			}).filter(
				({ start, end }) =>
					start > this.now && taken.every((other) => end <= other.start || start >= other.end),
			);
		});
	}

	/** The platform that has this calendar. */
	readonly platform: Platform = {
		a: (query) => this.listed(query as never),
		calendars: () => ({
			response: {
				calendar: {
					slotDuration: this.settings.length,
					slotDurationUnit: 'mins',
					slotInterval: this.settings.interval,
					slotIntervalUnit: 'mins',
					allowBookingFor: this.settings.offered,
					allowBookingForUnit: 'days',
				},
			},
		}),
	};

	private listed({ startDate, endDate }: { startDate: number; endDate: number }) {
		const bad = this.bad.shift();
		const free = this.free().filter((slot) => !bad?.(slot));
		const { form } = this.settings;
		if (form !== 'starts')
			return (form === 'spans' ? joined(free) : free).map(({ start, end }): [string, string] => [
				formatWithOffset(start),
				formatWithOffset(end),
			]);
		const dates: Record<string, { slots: string[] }> = {};
		for (const { start, offset } of free) {
			const text = formatWithOffset(start, offset);
			if (start >= startDate && start < endDate)
				(dates[text.slice(0, 10)] ??= { slots: [] }).slots.push(text);
		}
		return { response: dates };
	}
}

const minutesOf = (slots: readonly Slot[], step: number) =>
	new Set(
		slots.flatMap(({ start, end }) =>
			Array.from({ length: (end - start) / step }, (_, n) => start + n * step),
		),
	);

/** What is free as what can be compared: starts where starts are listed, else time. */
const partsOf = (slots: readonly Slot[], { form, interval, length }: Settings) =>
	form === 'spans' || interval >= length
		? minutesOf(slots, 15 * MINUTE)
		: new Set(slots.map(({ start }) => start));

/** Polls, and between polls what happens in a calendar and to n8n. @returns how much was freed, lost and told falsely */
async function run(settings: Settings, seed: number, polls: number) {
	const { upTo, isIn, oneOf } = random(seed);
	const calendar = new Calendar(settings, Date.now() + upTo(60) * MINUTE);
	const { zone } = calendar;
	let node = new PollingNode({
		authentication: 'accessToken',
		calendars: { values: [byId('a')] },
		timezone: zone,
		daysAhead: settings.daysAhead,
		options: { calendarOffersDays: settings.offered },
	});
	if (settings.form === 'starts') node.credential = HIGH_LEVEL;
	const book = () => {
		const slot = oneOf(calendar.free());
		if (slot) calendar.taken.push(slot);
	};
	const cancel = () => {
		const coming = calendar.taken.filter(({ start }) => start > calendar.now);
		const canceled = oneOf(coming);
		if (canceled) calendar.taken.splice(calendar.taken.indexOf(canceled), 1);
	};
	for (const slot of calendar.free()) if (isIn(settings.booked)) calendar.taken.push(slot);

	/** What was free in the time that was watched: at the last poll, and when n8n saved last. */
	let before = { free: new Set<number>(), until: 0, isUnsure: false };
	let saved = before;
	/** n8n saves the next poll, as it does where a workflow is published or n8n started. */
	let isFirst = true;
	const counts = { freed: 0, lost: 0, false: 0 };
	/** By part: to ask for a date in a zone takes long. */
	const dates = new Map<number, string>();
	const dateOf = (part: number) => {
		const date = dates.get(part) ?? dateInZone(part, zone);
		dates.set(part, date);
		return date;
	};
	const datesOf = (parts: Iterable<number>) => new Set([...parts].map(dateOf));
	const poll = async () => {
		jest.spyOn(Date, 'now').mockReturnValue(calendar.now);
		const items = await node.poll(calendar.platform);
		const opened = (items ?? []).map(({ startTime, endTime }) => ({
			start: Date.parse(String(startTime)),
			end: Date.parse(String(endTime)),
		}));
		const free = partsOf(calendar.free(), settings);
		const freed = new Set(
			[...free].filter((each) => !before.free.has(each) && each < before.until),
		);
		const told = partsOf(opened, settings);
		counts.freed += freed.size;
		counts.lost += [...freed].filter((each) => !told.has(each)).length;
		counts.false += [...told].filter((each) => !freed.has(each)).length;
		const days = Math.min(Number(node.parameters.daysAhead), settings.offered);
		const until = parseInstant(`${addDays(dateInZone(calendar.now, zone), days)}T00:00`, zone);
		const coming = [...before.free].filter((each) => each > calendar.now && each < until);
		const left = datesOf(free);
		const gone = coming.filter((each) => !left.has(dateOf(each)));
		// So much that is gone at once counts when the next poll confirms it.
		const isMuch = datesOf(gone).size > 1 || (gone.length > 1 && free.size === 0);
		const isUnsure = isMuch && !before.isUnsure;
		before = { free: isUnsure ? new Set([...free, ...gone]) : free, until, isUnsure };
		if (items || isFirst) saved = before;
		isFirst = false;
	};
	await poll();
	for (let n = 0; n < polls; n++) {
		calendar.now += isIn(0.02) ? upTo(30) * HOUR : (1 + upTo(20)) * MINUTE;
		if (isIn(0.05)) {
			// What is freed meanwhile would be told a poll later.
			const from = addDays(dateInZone(calendar.now, zone), upTo(20));
			const week = (slot: Slot) => {
				const date = dateInZone(slot.start, zone);
				return date >= from && date < addDays(from, 7);
			};
			calendar.bad.push(oneOf([() => true, week]));
		} else {
			const count = upTo(3);
			for (let each = 0; each < count; each++) oneOf([book, book, cancel, cancel])();
			if (isIn(0.01)) {
				const date = addDays(dateInZone(calendar.now, zone), upTo(settings.daysAhead));
				if (!calendar.blocked.delete(date)) calendar.blocked.add(date);
			}
		}
		if (isIn(0.05)) await node.poll({ ...calendar.platform, a: failed(404) });
		if (isIn(0.06)) {
			isFirst = true;
			oneOf([
				() => node.publish(),
				() => (node.parameters.daysAhead = settings.daysAhead + upTo(5)),
				() => {
					node = node.restarted();
					before = saved;
				},
			])();
		}
		await poll();
		if (before.isUnsure) await poll();
		calendar.bad.length = 0;
	}
	return counts;
}

const NEW_YORK = 'America/New_York';
const hours = { length: 60, interval: 60 };
const everyHalfHour = { length: 60, interval: 30 };
const everyQuarter = { length: 60, interval: 15 };
const halfHours = { length: 30, interval: 30 };

it.each<Settings>([
	{ form: 'starts', ...hours, offered: 60, daysAhead: 14, booked: 0.97, zone: NEW_YORK },
	{ form: 'starts', ...everyHalfHour, offered: 14, daysAhead: 14, booked: 0.4, zone: NEW_YORK },
	{ form: 'starts', ...everyQuarter, offered: 14, daysAhead: 30, booked: 0.2, zone: NEW_YORK },
	{ form: 'starts', ...halfHours, offered: 60, daysAhead: 40, booked: 0.8, zone: NEW_YORK },
	{ form: 'slots', ...hours, offered: 60, daysAhead: 14, booked: 0.97, zone: NEW_YORK },
	{ form: 'slots', ...everyHalfHour, offered: 14, daysAhead: 14, booked: 0.4, zone: NEW_YORK },
	{ form: 'slots', ...halfHours, offered: 7, daysAhead: 14, booked: 0.6, zone: NEW_YORK },
	{ form: 'spans', ...hours, offered: 20, daysAhead: 14, booked: 0.7, zone: NEW_YORK },
	{ form: 'spans', ...halfHours, offered: 10, daysAhead: 21, booked: 0.3, zone: 'Asia/Kolkata' },
])(
	'$form of $length minutes every $interval, $offered days offered, $daysAhead watched, $booked of it booked at first: what is freed is told, and nothing else',
	async (settings) => {
		const counts = await run(settings, 1, POLLS);

		expect(counts).toMatchObject({ lost: 0, false: 0 });
		expect(counts.freed).toBeGreaterThan(20);
	},
);
