import { DateTime } from 'luxon';
import type { INode } from 'n8n-workflow';
import type { Page } from 'playwright-core';

import { sandboxCredentials } from '../../runtime/credentials';
import { readExample, withChoices } from '../../runtime/examples';
import { waitFor } from '../../runtime/polling';
import { createSandbox, type Sandbox } from '../../sandbox/createSandbox';
import { LOCATION } from '../support/harness';
import { harness, step } from './person';
import { complaints, visitor } from './visitor';

const EMAIL = 'mia@example.com';
const FREE_SLOTS = 'GET /calendars/cal-onboarding/free-slots';

/** What somebody sees who fills in the forms of the examples, up to their last page. */
export function forms(): void {
	describe('the forms of the examples', () => {
		let sandbox: Sandbox;
		let page: Page;
		let leave: () => Promise<void>;
		const addresses: Record<string, string> = {};
		const ids: Record<string, string> = {};

		/** Publishes an example, filled in as its note says. */
		async function publish(file: string, path: string): Promise<void> {
			const { api, n8n } = harness;
			const draft = withChoices(await readExample(`${file}.json`), {
				calendarId: 'cal-onboarding',
			});
			const nodes = draft.nodes.map((node): INode => {
				// No mail goes out here; standingPage.ts reads them.
				if (node.type.endsWith('.emailSend'))
					return {
						...node,
						type: 'n8n-nodes-base.noOp',
						typeVersion: 1,
						parameters: {},
						credentials: {},
					};
				if (!node.credentials?.platformOAuth2Api) return node;
				return {
					...node,
					credentials: { platformTokenApi: account },
					parameters: { ...node.parameters, authentication: 'accessToken' },
				};
			});
			const { id } = await api.createWorkflow({ ...draft, nodes });
			await api.activate(id);
			const start = nodes.find(({ webhookId }) => webhookId !== undefined)!;
			addresses[file] = `${n8n.url}/${path}/${String(start.parameters.path ?? start.webhookId)}`;
			ids[file] = id;
			await api.waitForWebhook(addresses[file], 'GET');
		}
		let account: { id: string; name: string };

		beforeAll(async () => {
			sandbox = await createSandbox({ profile: 'highLevel' });
			account = await harness.api.createCredential({
				...sandboxCredentials(sandbox).accessToken,
				name: 'For the forms',
			});
			await publish('email-to-booking', 'form');
			await publish('what-have-i-booked', 'form');
			await publish('booking-page-for-anybody', 'webhook');
			({ page, leave } = await visitor({ viewport: { width: 390, height: 844 } }));
		}, 60_000);
		afterEach(() => {
			sandbox.control.clearFaults();
			// n8n's form asks for a font and an icon of its makers.
			complaints.splice(0);
		});
		afterAll(async () => {
			const violations = sandbox.control.violations();
			await leave();
			await sandbox.close();
			expect(violations).toEqual([]);
		});

		/** Fills in a form; returns the title and the text of the page that it ends with. */
		async function submit(file: string, email: string): Promise<[string, string]> {
			await page.goto(addresses[file]);
			await page.getByLabel('Email').fill(email);
			if (file === 'email-to-booking') await page.getByLabel('First Name').fill('Mia');
			await page.getByRole('button', { name: 'Submit' }).click();
			await page.waitForURL(/form-waiting/);
			const header = page.locator('.card .header');
			return [await header.locator('h1').innerText(), await header.locator('p').innerText()];
		}

		/** A read is tried several times, so the fault stays. @param request as `POST /path`, or its beginning */
		const isAway = (request: string, status = 503) => {
			const [method, path] = request.split(' ');
			sandbox.control.addFault({ method, path, status, body: {}, times: 'always' });
		};
		/** In n8n's list, and by its error workflow. */
		const isToldToOwner = async (file: string) => {
			await waitFor('the run that fails', async () => {
				const failed = await harness.api.listExecutions({
					workflowId: ids[file],
					status: ['error'],
				});
				return failed.length > (seen.get(file) ?? 0) && seen.set(file, failed.length);
			});
		};
		const seen = new Map<string, number>();
		const booked = () =>
			sandbox.control
				.appointments()
				.filter(({ title }) => title === 'Call with Mia')
				.map(({ startTime }) => startTime);

		step('an address is booked the first free slot, and told when that is', async () => {
			const [title, text] = await submit('email-to-booking', EMAIL);
			const [start] = booked();
			const time = DateTime.fromISO(start, { zone: 'America/New_York', locale: 'en-US' });
			const told = time.toFormat('cccc, LLL d, h:mm a ZZZZ');
			expect([title, text]).toEqual(['Your call is booked', `We call you on ${told}.`]);
			expect(await submit('what-have-i-booked', EMAIL)).toEqual([
				'Your appointments',
				`${told}: Call with Mia`,
			]);
		});

		step('nobody with the address, and nobody with an appointment, are told the same', async () => {
			const idle = sandbox.control.createContact({ locationId: LOCATION });
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
				const before = booked();
				isAway(request, status);
				expect(await submit(file, EMAIL)).toEqual([title, expect.stringContaining(text)]);
				expect(booked()).toEqual(before);
				if (status === 503) await isToldToOwner(file);
			},
		);

		step('the page for anybody says so, too, and leads back to its form', async () => {
			isAway('POST /contacts/upsert');
			await page.goto(addresses['booking-page-for-anybody']);
			await page.getByLabel('First name').fill('Mia');
			await page.getByLabel('Email').fill(EMAIL);
			await page.getByRole('button', { name: 'Choose a time' }).click();
			await page.getByText('Nothing is booked').waitFor();
			await page.getByRole('link', { name: 'Back to the form' }).click();
			await page.getByRole('button', { name: 'Choose a time' }).waitFor();
			await isToldToOwner('booking-page-for-anybody');
		});
	});
}
