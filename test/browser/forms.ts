import { DateTime } from 'luxon';
import type { Page } from 'playwright-core';

import { waitFor } from '../../runtime/polling';
import { isActive } from '../../sandbox/calendars/appointmentBook';
import { createSandbox, type Sandbox } from '../../sandbox/createSandbox';
import { importExample } from '../support/e2e/examples';
import { mailServer } from '../support/e2e/mailServer';
import { createCredentials } from '../support/harness';
import { harness, step } from './person';
import { chooseTime, complaints, expectAccessible, expectFitting, visitor } from './visitor';

const EMAIL = 'mia@example.com';
const FREE_SLOTS = 'GET /calendars/cal-onboarding/free-slots';

/** The examples that somebody meets who has no n8n, and where each begins. */
const STARTS = {
	'email-to-booking': 'form',
	'what-have-i-booked': 'form',
	'booking-page-for-anybody': 'webhook',
};

/** What somebody sees who fills in the forms of the examples, up to their last page. */
export function forms(): void {
	describe('the forms of the examples', () => {
		let sandbox: Sandbox;
		let mail: Awaited<ReturnType<typeof mailServer>>;
		let page: Page;
		let leave: () => Promise<void>;
		const addresses: Record<string, string> = {};
		const ids: Record<string, string> = {};

		beforeAll(async () => {
			const { api, n8n } = harness;
			sandbox = await createSandbox({ profile: 'highLevel' });
			// n8n chooses by name, where only one has it.
			for (const { id } of await api.listCredentials()) await api.deleteCredential(id);
			await createCredentials(api, sandbox, { connect: true });
			mail = await mailServer(api);
			for (const [file, path] of Object.entries(STARTS)) {
				const filledIn = { 'Send Confirmation': { fromEmail: 'desk@example.com' } };
				const choices = { calendarId: 'cal-onboarding' };
				const example = await importExample({ api, sandbox }, `${file}.json`, choices, filledIn);
				await api.activate(example.id);
				const { parameters, webhookId } = example.nodes.find((node) => node.webhookId)!;
				addresses[file] = `${n8n.url}/${path}/${String(parameters.path ?? webhookId)}`;
				ids[file] = example.id;
				await api.waitForWebhook(addresses[file], 'GET');
			}
			({ page, leave } = await visitor({ viewport: { width: 390, height: 844 } }));
		}, 60_000);
		afterEach(() => {
			sandbox.clearFaults();
			// n8n's form asks for a font and an icon of its makers.
			complaints.splice(0);
		});
		afterAll(async () => {
			const violations = sandbox.violations();
			await leave();
			await sandbox.close();
			expect(violations).toEqual([]);
		});

		/** Fills in a form; returns the title and the text of the page that it ends with. */
		async function submit(
			file: string,
			email: string,
			firstName = 'Mia',
		): Promise<[string, string]> {
			await page.goto(addresses[file]);
			await page.getByLabel('Email').fill(email);
			if (file === 'email-to-booking') await page.getByLabel('First Name').fill(firstName);
			await page.getByRole('button', { name: 'Submit' }).click();
			await page.waitForURL(/form-waiting/);
			const header = page.locator('.card .header');
			return [await header.locator('h1').innerText(), await header.locator('p').innerText()];
		}

		/** A read is tried several times, so the fault stays. @param request as `POST /path`, or its beginning */
		const isAway = (request: string, status = 503) => {
			const [method, path] = request.split(' ');
			sandbox.addFault({ method, path, status, body: {}, times: 'always' });
		};
		const seen = new Map<string, number>();
		/** In n8n's list, and by its error workflow. */
		const isToldToOwner = async (file: string) => {
			const failures = { workflowId: ids[file], status: ['error' as const] };
			await waitFor('the run that fails', async () => {
				const count = await harness.api.countExecutions(failures);
				return count > (seen.get(file) ?? 0) && seen.set(file, count);
			});
		};
		const callsWith = (name: string) =>
			sandbox.appointments().filter((one) => one.title === `Call with ${name}` && isActive(one));

		step('an address is booked the first free slot, and told when that is', async () => {
			const [title, text] = await submit('email-to-booking', EMAIL);
			const [{ startTime, endTime }] = callsWith('Mia');
			const inHarbor = { zone: 'America/New_York', locale: 'en-US' };
			const [start, end] = [startTime, endTime].map((time) => DateTime.fromISO(time, inHarbor));
			// The half of the day stands once, where both times are of the same one.
			const half = start.toFormat('a') === end.toFormat('a') ? '' : ' a';
			const told = `${start.toFormat(`cccc, LLL d, h:mm${half}`)} – ${end.toFormat('h:mm a ZZZZ')}`;
			expect([title, text]).toEqual(['Your call is booked', `We call you on ${told}.`]);
			expect(await submit('what-have-i-booked', EMAIL)).toEqual([
				'Your appointments',
				`${told}: Call with Mia`,
			]);
		});

		step('a name that looks like markup is shown as it was written', async () => {
			const email = 'markup@example.com';
			await submit('email-to-booking', email, '<b>Mia</b> & <co>');
			const [, text] = await submit('what-have-i-booked', email);
			expect(text).toMatch(/: Call with <b>Mia<\/b> & <co>$/);
		});

		step('nobody with the address, and nobody with an appointment, are told the same', async () => {
			const idle = sandbox.createContact();
			for (const email of ['nobody@example.com', String(idle.email)])
				expect(await submit('what-have-i-booked', email)).toEqual([
					'Your appointments',
					'There is no appointment to come for this email address.',
				]);
		});

		test.each([
			['email-to-booking', FREE_SLOTS, 'No time is free', 'nothing is booked', 200],
			['email-to-booking', 'POST /contacts/upsert', 'Please try again', 'Nothing is booked'],
			['email-to-booking', 'GET /calendars/', 'Please try again', 'Nothing is booked'],
			['email-to-booking', 'POST /calendars/events', 'Your call is not confirmed', 'Please ask us'],
			['what-have-i-booked', 'POST /contacts/search', 'Please try again', 'could not look up'],
		])(
			'%s: while the platform has nothing to say at %s, the person and the owner are told',
			async (file, request, title, text, status = 503) => {
				const before = callsWith('Mia');
				isAway(request, status);
				expect(await submit(file, EMAIL)).toEqual([title, expect.stringContaining(text)]);
				expect(callsWith('Mia')).toEqual(before);
				if (status === 503) await isToldToOwner(file);
			},
		);

		/** On the page where anybody books. */
		const introduce = async ({ page, click }: Awaited<ReturnType<typeof visitor>>) => {
			await page.goto(addresses['booking-page-for-anybody']);
			await expectFitting(page);
			await page.getByLabel('First name').fill('Lea');
			await page.getByLabel('Email').fill('lea@example.com');
			await click('Choose a time');
		};

		/** Opens the link in a mail, once it opens: a test reads its mail before the workflow waits again. */
		const openMail = async (page: Page, count: number) => {
			const text = await waitFor('the confirmation', () => mail.messages[count]);
			const link = /http:\S+webhook-waiting\S+/.exec(text)?.[0] ?? '';
			await waitFor('the page', async () => (await fetch(link, { method: 'HEAD' })).ok);
			await page.goto(link);
			return text;
		};

		step(
			'anybody says who they are, books, gets a mail, and moves and cancels by the link in it',
			async () => {
				const lea = await visitor({ viewport: { width: 390, height: 844 } });
				const { page, click, sees } = lea;
				await page.goto(addresses['booking-page-for-anybody']);
				await expectAccessible(page);
				await introduce(lea);
				await chooseTime(page, 2);
				await click('Book this time');
				await sees('open your link again');
				const [booked] = callsWith('Lea');
				expect(await openMail(page, 0)).toMatch(
					/To: lea@example\.com\r\nSubject: =\?UTF-8\?Q\?Your_call_with_us=3A_\w+day=2C_[^]*filename=appointment\.ics/,
				);
				await click('Choose another time');
				await chooseTime(page, 3, 2);
				await click('Move to this time');
				await sees('open your link again');
				const [moved] = callsWith('Lea');
				expect([moved.id, moved.startTime === booked.startTime]).toEqual([booked.id, false]);
				await openMail(page, 1);
				await click('Cancel the appointment');
				await click('Yes, cancel it');
				await sees('Your appointment is canceled');
				expect(callsWith('Lea')).toEqual([]);
				await lea.leave();
				// The browser tells of each look at a link that does not open yet.
				expect(complaints.filter((complaint) => !complaint.includes('409'))).toEqual([]);
			},
		);

		step(
			'anybody is told, too, while the platform is away, led back to the form, and needs no JavaScript',
			async () => {
				const lea = await visitor({ javaScriptEnabled: false });
				isAway('POST /contacts/upsert');
				await introduce(lea);
				await lea.sees('Nothing is booked');
				await isToldToOwner('booking-page-for-anybody');
				sandbox.clearFaults();
				await lea.click('Back to the form');
				await introduce(lea);
				await lea.sees('Times in');
				await lea.leave();
			},
		);
	});
}
