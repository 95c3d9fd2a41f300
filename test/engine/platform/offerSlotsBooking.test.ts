import { offer } from './offerSlotsVisitor';
import { act, bookingForAda, contacts, slotAt, ZONE } from './platform';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox();

const posts = () => sandbox.control.requests({ operationId: 'create_appointment' });
const at = (time: string) => Date.parse(slotAt(time).startTime);
const terms = { daysAhead: 30, timezone: { __rl: true, mode: 'id', value: ZONE } };

describe('Appointment > Offer Slots and Wait: booking', () => {
	it('books, confirms, and goes on with what Book puts out', async () => {
		const page = await offer(sandbox, { ...terms, title: 'Onboarding' });
		const booked = await page.book(at('10:00'), { zone: 'Europe/Berlin' });
		const [appointment] = sandbox.control.appointments();
		const [byBook] = await bookInstead();
		expect(booked.items).toEqual([{ ...byBook, eventId: appointment.id, ...slotAt('10:00'), startLocal: expect.stringMatching(/T10:00:00-0[45]:00$/), endLocal: expect.stringMatching(/T10:30/) }]);
		expect(booked).toMatchObject({ status: 200, title: expect.stringMatching(/^Booked/) });
		expect(booked.text).toContain('Onboarding');
		expect(booked.text).toContain('( Europe/Berlin )');
		expect(booked.html).toContain(encodeURIComponent(`UID:${appointment.id}\r\n`));
		expect(appointment).toMatchObject({ ...slotAt('10:00'), contactId: 'contact-ada', title: 'Onboarding' });
	});

	/** The same with Book, at another time. */
	async function bookInstead() {
		const { json } = await act(sandbox, 'appointment.book', {
			...bookingForAda,
			...slotAt('15:00'),
			title: 'Onboarding',
			timezone: terms.timezone,
		});
		return json;
	}

	it('shows the nearest ones when somebody was faster by an instant', async () => {
		const page = await offer(sandbox, terms);
		// The list is read before the other booking, and comes after it.
		sandbox.control.addFault({ path: /free-slots/, delayMs: 2_000 });
		const booking = page.book(at('10:00'));
		await new Promise((resolve) => setTimeout(resolve, 150));
		await act(sandbox, 'appointment.book', { ...bookingForAda, contactId: 'contact-ben', ...slotAt('10:00') });
		const { title, slots, items } = await booking;
		expect(posts().at(-1)?.status).toBe(400);
		expect(title).toMatch(/^That time was just taken/);
		expect(slots.slice(0, 3)).toEqual([at('09:30'), at('10:30'), at('11:00')]);
		expect(items).toBeUndefined();
		expect((await page.book(at('10:30'))).items).toHaveLength(1);
	});
});

describe('Appointment > Offer Slots and Wait: at the same instant', () => {
	it('a double click books once, and both see the same confirmation', async () => {
		const page = await offer(sandbox, terms);
		const seen = await Promise.all([page.book(at('10:00')), page.book(at('10:00'))]);
		expect(posts()).toHaveLength(1);
		expect(seen.map(({ title }) => title.slice(0, 6))).toEqual(['Booked', 'Booked']);
		expect(seen.filter(({ items }) => items !== undefined)).toHaveLength(1);
	});

	it('two people with one link book once, and the second sees what the first has booked', async () => {
		const page = await offer(sandbox, terms);
		const [first, second] = await Promise.all([page.book(at('10:00')), page.book(at('14:00'))]);
		expect(sandbox.control.appointments()).toMatchObject([slotAt('10:00')]);
		expect([first.items?.length, second.items?.length]).toEqual([1, undefined]);
		for (const { html } of [first, second]) {
			const stamp = slotAt('10:00').startTime.replace(/[-:]/g, '').slice(0, 15);
			expect(html).toContain(encodeURIComponent(`DTSTART:${stamp}Z`));
		}
	});

	it('twenty open pages book one slot once; the others are offered others', async () => {
		const ids = contacts(sandbox, 20);
		const pages = await Promise.all(ids.map(async (contactId) => await offer(sandbox, { ...terms, contactId })));
		const seen = await Promise.all(pages.map(async (page) => await page.book(at('10:00'))));
		expect(sandbox.control.appointments()).toHaveLength(1);
		expect(seen.filter(({ items }) => items !== undefined)).toHaveLength(1);
		expect(seen.filter(({ title }) => title.startsWith('That time was just taken'))).toHaveLength(19);
	}, 30_000);
});
