import { calendarsOf } from '../../nodes/bookingPage/calendarEntry';
import { clockFor } from '../../nodes/bookingPage/contactClock';
import { donePage } from '../../nodes/bookingPage/donePage';
import type { View } from '../../nodes/bookingPage/pageParts';
import * as pages from '../../nodes/bookingPage/pages';
import { LANGUAGES } from '../../nodes/bookingPage/words';
import { openBrowser, type OpenBrowser } from '../support/browser/browser';
import { pageOfTimes, SLOTS, viewOf } from '../unit/bookingPage/samplePages';
import { expectAccessible, expectFitting, expectLegible } from './visitor';

/* The pages that a contact sees, as a browser draws them, in each language and without n8n. */

jest.setTimeout(60_000);

const TEXTS = {
	heading: 'Your onboarding call',
	businessName: 'Harbor Dental',
	explanation: 'Choose a time that suits you. We will call you, and it takes half an hour.',
	host: 'Dr. Lee',
	place: 'https://meet.example.com/a-long-name-of-a-room',
	messageAfter: 'Please bring your insurance card.',
};

const [NINE, HALF_PAST] = SLOTS;
const BOOKED = { outcome: 'book', slot: NINE } as const;
const CANCELED = { outcome: 'cancel', slot: NINE } as const;

/** A page in a language, with all that a workflow can say. */
const viewIn = (tag: string): View =>
	viewOf(TEXTS, {
		words: LANGUAGES[tag],
		clock: clockFor([], tag, 'America/Argentina/Buenos_Aires'),
		usableUntil: Date.parse('2026-03-05T12:00:00Z'),
	});

/** Every kind of page, with all that it can have. */
const pagesIn = (view: View): Record<string, pages.Page> => ({
	'the list of times': pageOfTimes({ takesNone: true, hasMore: true }, view),
	'the list of times after a conflict': pageOfTimes(
		{ act: 'move', formerSlot: NINE, notice: 'conflict', nearest: SLOTS },
		view,
	),
	'the list without times': pageOfTimes({ slots: [], takesNone: true }, view),
	'a chosen time': pages.confirmPage(view, 'move', NINE, HALF_PAST),
	'an appointment': pages.askPage(view, NINE, ['confirm', 'move', 'cancel'], HALF_PAST),
	'a cancellation': pages.cancelPage(view, NINE, HALF_PAST),
	'a booking': donePage(view, BOOKED, calendarsOf(view, BOOKED, 'appt-1')),
	'a canceled appointment': donePage(view, CANCELED, calendarsOf(view, CANCELED, 'appt-1')),
	'an appointment to keep': pages.keepPage(view, NINE),
	'a failure': pages.messagePage(view, 'failed', '?'),
	'an unknown outcome': pages.uncertainPage(view, 'unknown', 'book', NINE),
});

let browser: OpenBrowser;
beforeAll(async () => {
	browser = await openBrowser();
});
afterAll(async () => await browser.close());

/** Draws a page, with all that can be opened on it opened. */
async function draw({ html }: pages.Page, width: number): Promise<void> {
	await browser.page.setViewportSize({ width, height: 667 });
	await browser.page.setContent(html);
	await browser.page.evaluate(() => {
		for (const details of document.querySelectorAll('details')) details.open = true;
	});
}

/** The width to which a page can be enlarged (WCAG 2.2, 1.4.10), in CSS pixels. */
const NARROWEST = 320;
/** That of most small phones. */
const NARROW = 360;
const WIDE = 1_280;
const KINDS = Object.keys(pagesIn(viewIn('en')));
const EACH_PAGE = Object.keys(LANGUAGES).flatMap((tag) => KINDS.map((kind) => ({ tag, kind })));

it.each(EACH_PAGE)(
	'the page of $kind in $tag fits on the narrowest phone, and can be read and pressed on a narrow one',
	async ({ tag, kind }) => {
		const page = pagesIn(viewIn(tag))[kind];

		await draw(page, NARROWEST);
		await expectFitting(browser.page);

		await draw(page, NARROW);
		await expectLegible(browser.page);
	},
);

describe.each(['light', 'dark'] as const)('in a %s browser', (colorScheme) => {
	beforeAll(async () => await browser.page.emulateMedia({ colorScheme }));
	afterAll(async () => await browser.page.emulateMedia({ colorScheme: null }));

	it.each(KINDS)('anybody can use the page of %s', async (kind) => {
		await draw(pagesIn(viewIn('en'))[kind], NARROW);

		await expectAccessible(browser.page);
	});
});

it.each(Object.keys(LANGUAGES))(
	'on the narrowest phone, the list of zones in %s is wide enough for their names',
	async (tag) => {
		await draw(pageOfTimes({}, viewIn(tag)), NARROWEST);

		const list = await browser.page.locator('[name=zone]').first().boundingBox();
		expect(list?.width).toBeGreaterThanOrEqual(240);
	},
);

describe('the times of the chosen day', () => {
	const boxOf = async (selector: string) =>
		(await browser.page.locator(`${selector}:visible`).first().boundingBox())!;
	const TWO_DAYS = [NINE, { start: NINE.start + 86_400_000, end: NINE.end + 86_400_000 }];

	it('are the only ones that are seen', async () => {
		await draw(pageOfTimes({ slots: TWO_DAYS }), NARROW);

		expect(await browser.page.locator('.times').count()).toBe(2);
		expect(await browser.page.locator('.times:visible').count()).toBe(1);
	});

	it('stand below the days on a phone', async () => {
		await draw(pageOfTimes({ slots: TWO_DAYS }), NARROW);

		const days = await boxOf('.day:last-of-type');
		const times = await boxOf('.times');
		expect(times.y).toBeGreaterThanOrEqual(days.y + days.height);
	});

	it('stand beside the days on a wide page', async () => {
		await draw(pageOfTimes({ slots: TWO_DAYS }), WIDE);

		const saturday = await boxOf('.weekday.c7');
		const times = await boxOf('.times');
		expect(times.x).toBeGreaterThan(saturday.x + saturday.width);
		expect(times.y).toBeLessThanOrEqual(saturday.y);
	});
});

it('an appointment that was canceled is struck through, and one that was booked is not', async () => {
	const lineThrough = async () =>
		await browser.page
			.locator('.moment .date')
			.evaluate((date) => getComputedStyle(date).textDecorationLine);
	const { 'a booking': booked, 'a canceled appointment': canceled } = pagesIn(viewIn('en'));

	await draw(booked, WIDE);
	expect(await lineThrough()).toBe('none');
	await draw(canceled, WIDE);
	expect(await lineThrough()).toBe('line-through');
});

it('the button that takes Enter is not seen', async () => {
	await draw(pageOfTimes(), WIDE);

	const box = await browser.page.locator('.default').boundingBox();
	expect(box).toMatchObject({ width: 1, height: 1 });
});

it('what has the focus of the keyboard is seen', async () => {
	await draw(pages.confirmPage(viewOf(), 'book', NINE), WIDE);
	await browser.page.keyboard.press('Tab');

	const outline = await browser.page.evaluate(
		() => getComputedStyle(document.activeElement!).outlineStyle,
	);
	expect(outline).toBe('solid');
});

it('on paper, a booking has its time, and nothing to press', async () => {
	await draw(pagesIn(viewIn('en'))['a booking'], WIDE);
	await browser.page.emulateMedia({ media: 'print' });

	const { page } = browser;
	expect(await page.locator('.moment:visible').count()).toBe(1);
	expect(await page.locator(':is(button, .button):visible').count()).toBe(0);
	await page.emulateMedia({ media: 'screen' });
});
