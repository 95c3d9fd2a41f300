import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

import { sandboxCredentials } from '../../runtime/credentials';
import {
	after,
	workflowThatAsks,
	book,
	linkNode,
	workflowThatOffers,
	offerSlots,
	open,
	publishPage,
	type Wait,
} from '../support/e2e/bookingPage';
import { freeSlots } from '../support/e2e/slots';
import { inHarborZone } from '../support/forms';
import { builtIn, workflow } from '../support/queue/workflows';
import { browser, editor, harness, step } from './person';
import {
	chooseTime,
	complaints,
	expectAccessible,
	expectFitting,
	expectLegible,
	visitor,
} from './visitor';

const PHONE = { viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true };
const DESKTOP = { viewport: { width: 1280, height: 800 } };
const TEXTS = {
	heading: 'Your onboarding call',
	explanation: 'Choose a time that suits you. We will call you, and it takes half an hour.',
};

const times = (page: Page) => page.locator('.times:visible').getByRole('button');
const appointmentsOf = (contact: string) =>
	harness.sandbox.appointments().filter(({ contactId }) => contactId === contact);

/** A person's first look at Offer Slots and Wait, and what the person they send the link to sees. */
export function bookingPage(): void {
	let begin: (contactId: string) => Promise<Wait>;
	let credentials: Record<string, { id: string; name: string }>;
	const contact = () => harness.sandbox.createContact({ firstName: 'Noor' }).id;

	describe('the booking page', () => {
		beforeAll(async () => {
			const draft = sandboxCredentials(harness.sandbox).accessToken;
			const { id, name } = await harness.api.createCredential(draft);
			credentials = { platformTokenApi: { id, name } };
			begin = await publishPage(
				harness,
				workflowThatOffers(credentials, { page: TEXTS, options: { daysAhead: 21, title: '' } }),
			);
		});
		afterEach(() => {
			expect(complaints.splice(0)).toEqual([]);
		});

		step('run by hand in the editor, the node waits and shows the link', async () => {
			const contactId = contact();
			const { id } = await harness.api.createWorkflow(
				workflow('By hand', [
					builtIn('manualTrigger', 'Start'),
					linkNode(contactId),
					offerSlots(credentials),
					builtIn('noOp', 'After'),
				]),
			);
			await editor.openWorkflow(id);
			await browser.page.getByTestId('execute-workflow-button').click();
			await editor.node('Offer Slots').dblclick();
			const link = browser.page.getByTestId('ndv').locator('a[href*="/webhook-waiting/"]').first();
			const url = (await link.getAttribute('href')) ?? '';
			expect((await book(url, (await open(url)).slots[9])).title).toMatch(/^Booked/);
			await browser.page.getByTestId('ndv').getByText(contactId).first().waitFor();
			await editor.closeNode();
		});

		describe.each([
			['a phone', PHONE, true],
			['a desktop', DESKTOP, true],
			['a phone without JavaScript', PHONE, false],
		])('on %s', (_name, device, javaScriptEnabled) => {
			step(
				'a visitor changes the zone, chooses, goes back, books, and keeps the time',
				async () => {
					const contactId = contact();
					const wait = await begin(contactId);
					const { page, click, sees, leave } = await visitor({ ...device, javaScriptEnabled });
					const expectGood = async (shown: Page) => {
						await expectFitting(shown);
						await expectLegible(shown);
					};
					await page.goto(wait.url);
					// Without JavaScript nobody knows the contact's zone.
					await page
						.getByText(`Times in ${javaScriptEnabled ? 'Chicago' : 'New York'} time`)
						.waitFor();
					await expectGood(page);
					await page.getByText('Change').click();
					await expectGood(page);
					await page.getByLabel('Time zone').selectOption('Asia/Kathmandu');
					await click('Update times');
					await page.waitForURL(/Kathmandu/);
					await page.getByRole('radio').nth(2).check({ force: true });
					// Nepal's clocks are a quarter of an hour off everybody's. Each time stands in one line.
					const drawn = await times(page).evaluateAll((buttons) =>
						buttons.map((button) => {
							const range = document.createRange();
							range.selectNodeContents(button);
							return `${button.textContent}: ${range.getClientRects().length}`;
						}),
					);
					expect(drawn.join()).toMatch(/^(\d+:[14]5.[AP]M: 1,?)+$/);
					expect(drawn.join()).toMatch(/\b1[0-2]:/);
					const heading = page.locator('.times:visible h2 bdi');
					const day = await heading.innerText();
					await times(page).nth(1).click();
					await sees('Book this time');
					expect(await page.locator('.moment').innerText()).toContain(day);
					await expectGood(page);
					await click('Choose another time');
					await page.waitForURL(/day=/);
					expect(await heading.innerText()).toContain(day);

					await times(page).first().click();
					await click('Book this time');
					await sees('Your appointment is booked');
					await expectGood(page);
					const [appointment] = appointmentsOf(contactId);
					const [download] = await Promise.all([
						page.waitForEvent('download'),
						click('Add to calendar'),
					]);
					expect(download.suggestedFilename()).toBe('appointment.ics');
					const stamp = appointment.startTime.replace(/[-:]/g, '').slice(0, 15);
					expect(readFileSync(await download.path(), 'utf8')).toContain(`DTSTART:${stamp}Z\r\n`);
					await leave();
					expect(await after(harness.api, wait)).toMatchObject([{ appointmentId: appointment.id }]);
				},
			);
		});

		step('a visitor needs no mouse', async () => {
			const contactId = contact();
			const { url } = await begin(contactId);
			const { page, sees, leave } = await visitor(DESKTOP);
			await page.goto(url);
			/** Presses keys, after which an element has the focus. */
			const press = async (keys: string, focused = /./) => {
				for (const key of keys.split(' ')) await page.keyboard.press(key);
				const element = await page.evaluate(() => {
					const { activeElement: element } = document;
					return `${element?.tagName} ${element?.getAttribute('name') ?? ''} ${element?.textContent ?? ''}`;
				});
				expect(element).toMatch(focused);
			};
			const day = async () => await page.locator('.times:visible h2 bdi').innerText();
			await press('Tab', /^SUMMARY .*Change/);
			await press('Enter Tab', /^SELECT zone/);
			// The list can be looked through, and typed in: only the button leaves the page.
			await press('ArrowDown');
			await page.keyboard.type('Berlin');
			expect(await page.getByLabel('Time zone').inputValue()).toBe('Europe/Berlin');
			expect(page.url()).not.toContain('Berlin');
			await press('Tab', /^BUTTON {2}Update times/);
			await page.keyboard.press('Enter');
			await page.waitForURL(/Europe%2FBerlin/);
			await press('Tab Tab', /^INPUT day/);
			const before = await day();
			await press('ArrowRight');
			expect(await day()).not.toBe(before);
			// Enter on a day must not choose one of its times.
			const shown = page.url();
			await page.keyboard.press('Enter');
			await page.waitForURL((address) => address.href !== shown);
			await press('Tab Tab Tab Tab Tab', /^BUTTON slot \d+:\d\d/);
			await page.keyboard.press('Enter');
			await sees('Book this time');
			await press('Tab Tab');
			await page.keyboard.press('Enter');
			await sees('Your appointment is booked');
			await leave();
			expect(appointmentsOf(contactId)).toHaveLength(1);
		});

		step(
			'in Arabic on a dark phone, an appointment is shown with its choices, whose pages can be read; it is canceled',
			async () => {
				const slot = freeSlots(harness.sandbox)[40];
				const settings = { language: 'ar', accentColor: '#ffd500', businessName: 'Harbor Dental' };
				const draft = workflowThatAsks(credentials, slot, {
					page: settings,
					options: { daysAhead: 60, title: 'Check-up' },
				});
				const wait = await (await publishPage(harness, draft))(contact());
				const { page, click, sees, leave } = await visitor({
					...PHONE,
					colorScheme: 'dark',
					locale: 'ar-LB',
				});
				const expectGood = async () => {
					await expectFitting(page);
					await expectLegible(page);
					await expectAccessible(page);
				};
				await page.goto(wait.url);
				await sees('تأكيد هذا الوقت');
				expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
				// The business's name is read from the left, and stands on the right.
				expect(
					await page.locator('.business').evaluate((line) => getComputedStyle(line).textAlign),
				).toBe('right');
				await expectGood();
				await click('اختيار وقت آخر');
				await times(page).first().waitFor();
				await expectGood();
				// A month of two words, as in Beirut, fits above its day.
				const months = page.locator('.day small');
				const wide = await months.evaluateAll((all) =>
					all.filter((month) => month.scrollWidth > (month.parentElement?.clientWidth ?? 0)),
				);
				expect(wide).toEqual([]);
				await page.goBack();
				await click('إلغاء الموعد');
				await expectGood();
				await click('نعم، إلغاء الموعد');
				await sees('تم إلغاء موعدك');
				await expectGood();
				// On paper, a dark page is black on white, too.
				await page.emulateMedia({ media: 'print' });
				const { color, colorScheme } = await page
					.locator('html')
					.evaluate((html) => getComputedStyle(html));
				expect([color, colorScheme]).toEqual(['rgb(0, 0, 0)', 'light only']);
				await leave();
				expect(await after(harness.api, wait)).toMatchObject([
					{
						outcome: 'canceled',
						startTime: inHarborZone(slot.startTime),
						endTime: inHarborZone(slot.endTime),
					},
				]);
			},
		);

		step(
			'while a page is on its way a second click sends nothing; "Back" leads to one that works; the end of the wait is the end',
			async () => {
				const { page, sees, leave } = await visitor(DESKTOP);
				const sent: string[] = [];
				await page.route(/&slot=/, async (route) => {
					sent.push(route.request().method());
					await page.waitForTimeout(1_000);
					await route.continue();
				});
				// The page tells by itself: until the next one is there, the browser answers no question about it.
				await page.addInitScript(() =>
					addEventListener('submit', () =>
						setTimeout(() => console.log(document.querySelector('.status')?.textContent)),
					),
				);
				await page.goto((await begin(contact())).url);
				// Quicker ones the browser itself takes as one.
				const slowly = { delay: 200 };
				const bookNow = page.getByRole('button', { name: 'Book this time' });
				await times(page).first().dblclick(slowly);
				await bookNow.waitFor();
				await page.goBack();
				await times(page).first().dblclick(slowly);
				await bookNow.dblclick(slowly);
				await sees('Your appointment is booked');
				expect(sent).toEqual(['GET', 'GET', 'POST']);
				expect(complaints.splice(0)).toEqual(Array.from({ length: 6 }, () => 'One moment…'));
				await page.clock.install();
				await page.goto((await begin(contact())).url);
				await page.clock.fastForward(4 * 86_400_000);
				await page.getByRole('status').getByText('This link can no longer be used').waitFor();
				await Promise.all([page.waitForEvent('console'), times(page).first().click(slowly)]);
				expect([sent.length, complaints.splice(0)]).toEqual([
					3,
					['This link can no longer be used'],
				]);
				await leave();
			},
		);

		step(
			'a visitor who was too slow hears so first, with the nearest times, also after "Back"',
			async () => {
				const [slow, fast] = [await begin(contact()), await begin(contact())];
				const { page, click, sees, leave } = await visitor({ ...PHONE, colorScheme: 'dark' });
				await page.goto(slow.url);
				await chooseTime(page, 4);
				await sees('Book this time');
				const slot = new URL(page.url()).searchParams.get('slot') ?? '';
				await book(fast.url, Number(slot));
				await click('Book this time');
				const notice = page.getByRole('alert');
				await notice.getByRole('heading', { name: 'That time is no longer available' }).waitFor();
				expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(
					'That time is no longer available',
				);
				expect(await notice.getByRole('button').count()).toBe(3);
				await expectFitting(page);
				await expectLegible(page);
				await notice.getByRole('button').first().click();
				await sees('Book this time');
				// "Back" shows the page again, not the browser's question whether to send the form again.
				await page.goBack();
				await notice.getByRole('heading', { name: 'That time is no longer available' }).waitFor();
				await leave();
			},
		);
	});
}
