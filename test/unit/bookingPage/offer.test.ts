import { donePage } from '../../../nodes/bookingPage/pages';
import type { Offer } from '../../../nodes/bookingPage/offer';
import { addressOf, introduction, lengthOf, nameOf, zoneText } from '../../../nodes/bookingPage/offer';
import { choosing, NOTHING, OFFER, SLOTS, slot, textOf, visitor } from './pages';

const viewOf = (offer: Offer) => ({ offer, visitor: visitor() });

describe('the heading', () => {
	const heading = (offer: Partial<Offer>) => {
		const page = choosing({ offer: { ...OFFER, ...offer } });
		return [page.html.match(/<h1[^>]*>([^<]*)/)?.[1], page.html.match(/<ul class="facts">(.*?)<\/ul>/)?.[1]];
	};

	it('is that of the node, else the title, else the calendar; the others stand below', () => {
		expect(heading({ heading: 'Meet us' })[0]).toBe('Meet us');
		expect(heading({ heading: 'Meet us' })[1]).toMatch(/Call with Ada.*Onboarding call.*30 minutes/);
		expect(heading({})[0]).toBe('Call with Ada');
		expect(heading({})[1]).not.toContain('Ada');
		expect(heading({ title: '' })[0]).toBe('Onboarding call');
		expect(heading({ title: '', calendarName: '' })[0]).toBe('Book an appointment');
	});

	it('does not repeat itself', () => {
		expect(heading({ title: 'Onboarding call' })[1]).not.toContain('Onboarding');
		expect(heading({ heading: 'Hi', title: 'Onboarding call' })[1]?.match(/Onboarding/g)).toHaveLength(1);
	});
});

describe('the introduction', () => {
	it('is the heading alone where there is nothing else to say', () => {
		expect(introduction(viewOf(NOTHING)).text.trim()).toBe('<h1 dir="auto">Book an appointment</h1>');
		expect(introduction(viewOf({ ...NOTHING, heading: 'Meet us' })).text.trim()).toBe('<h1 dir="auto">Meet us</h1>');
	});

	it('has a fact for each thing that is known', () => {
		const facts = (offer: Offer, length?: string) =>
			[...introduction(viewOf(offer), length).text.matchAll(/<li><bdi>(.*?)<\/bdi>/g)].map(([, fact]) => fact);
		const offer = { ...NOTHING, heading: 'Meet us' };
		expect(facts(offer, '30 minutes')).toEqual(['30 minutes']);
		expect(facts({ ...offer, calendarName: 'Calls' })).toEqual(['Calls']);
		expect(facts({ ...offer, title: 'Call', calendarName: 'Calls' }, '1 hour')).toEqual(['Call', 'Calls', '1 hour']);
	});

	it('ends with the explanation', () => {
		expect(introduction(viewOf({ ...NOTHING, explanation: 'Bring your papers.' })).text).toMatch(
			/<p class="explanation" dir="auto">Bring your papers\.<\/p>$/,
		);
	});
});

describe('the name of the appointment', () => {
	it.each([
		['the title', { title: 'Call', calendarName: 'Calls', heading: 'Meet us' }, 'Call'],
		['else the calendar', { calendarName: 'Calls', heading: 'Meet us' }, 'Calls'],
		['else the heading', { heading: 'Meet us' }, 'Meet us'],
		['else a word for it', {}, 'Appointment'],
	])('is %s, on the page and in the calendar', (_what, texts, name) => {
		const offer = { ...NOTHING, ...texts };
		expect(nameOf(viewOf(offer))).toBe(name);
		const page = donePage(viewOf(offer), { act: 'book', slot: SLOTS[0], uid: 'app-1', now: 0 });
		expect(textOf(page)).toContain(`Your appointment is booked ${name} `);
		expect(page.html).toContain(encodeURIComponent(`SUMMARY:${name}\r\n`));
	});
});

describe('the length of the appointment', () => {
	const at = '2026-03-03T14:00:00Z';

	it.each([
		[1, '1 minute'],
		[30, '30 minutes'],
		[60, '1 hour'],
		[61, '1 hour 1 minute'],
		[90, '1 hour 30 minutes'],
		[120, '2 hours'],
		[1_440, '24 hours'],
		[0, undefined],
		[-30, undefined],
	])('of slots of %d minutes is %s', (minutes, text) => {
		expect(lengthOf([slot(at, minutes), slot('2026-03-04T14:00:00Z', minutes)], visitor().clock)).toBe(text);
	});

	it('is not known of no slots, and of slots that differ', () => {
		expect(lengthOf([], visitor().clock)).toBeUndefined();
		expect(lengthOf([slot(at, 30), slot(at, 60)], visitor().clock)).toBeUndefined();
	});
});

describe('the address of another view', () => {
	const who = { ...visitor('en'), token: undefined };

	it.each([
		['the zone and the wait', who, {}, '?zone=America%2FNew_York&wait=w4it'],
		['the token of the link', { ...who, token: 'a+b' }, {}, '?signature=a%2Bb&zone=America%2FNew_York&wait=w4it'],
		['what else is asked for', who, { day: '2026-03-03' }, '?zone=America%2FNew_York&wait=w4it&day=2026-03-03'],
	])('repeats %s', (_what, visiting, fields, address) => {
		expect(addressOf(visiting, fields)).toBe(address);
	});

	it('needs no more than the visitor', () => {
		expect(addressOf(who)).toBe('?zone=America%2FNew_York&wait=w4it');
	});
});

it('a zone is read without underscores', () => {
	expect(zoneText('America/Port_of_Spain')).toBe('America/Port of Spain');
});
