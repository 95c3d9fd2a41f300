import type { INode } from 'n8n-workflow';

import { readExample } from '../../runtime/examples';
import { waitFor } from '../../runtime/polling';
import { sandboxCredentials } from '../../runtime/credentials';
import { isActive } from '../../sandbox/calendars/appointmentBook';
import { createSandbox, type Sandbox } from '../../sandbox/createSandbox';
import { mailServer } from '../support/e2e/mailServer';
import { byId } from '../support/e2e/platformParameters';
import { harness, step } from './person';
import { chooseTime, complaints, expectAccessible, expectFitting, visitor } from './visitor';

const EMAIL = 'mia@example.com';

/** The example that gives everybody the same address, filled in as its note says, walked through by somebody new. */
export function standingPage(): void {
	describe('the page where anybody books', () => {
		let sandbox: Sandbox;
		let mail: Awaited<ReturnType<typeof mailServer>>;
		let address: string;

		beforeAll(async () => {
			const { api, n8n } = harness;
			sandbox = await createSandbox({ profile: 'highLevel' });
			mail = await mailServer(api);
			const ofAccount = sandboxCredentials(sandbox).accessToken;
			const { id: accountId, name } = await api.createCredential(ofAccount);
			const draft = await readExample('booking-page-for-anybody.json');
			const path = 'standing-page';
			const filledIn: Record<string, Partial<INode>> = {
				Page: { parameters: { path }, webhookId: path },
				'Offer Slots': { parameters: { calendarId: byId('cal-onboarding') } },
				'Send Confirmation': {
					parameters: { fromEmail: 'desk@example.com' },
					credentials: { smtp: mail.credential },
				},
			};
			const account = { platformTokenApi: { id: accountId, name } };
			for (const node of draft.nodes) {
				const { parameters, ...more } = filledIn[node.name] ?? {};
				Object.assign(node.parameters, parameters);
				if (node.credentials?.platformOAuth2Api) {
					Object.assign(node, { credentials: account });
					Object.assign(node.parameters, { authentication: 'accessToken' });
				}
				Object.assign(node, more);
			}
			const { id } = await api.createWorkflow(draft);
			await api.activate(id);
			address = `${n8n.url}/webhook/${path}`;
			await api.waitForWebhook(address, 'GET');
		}, 60_000);
		afterAll(async () => {
			const violations = sandbox.control.violations();
			await sandbox.close();
			expect(violations).toEqual([]);
		});

		const appointments = () => {
			const ids = new Set(
				sandbox.control.contacts().flatMap(({ id, email }) => (email === EMAIL ? [id] : [])),
			);
			return sandbox.control
				.appointments()
				.filter((one) => ids.has(one.contactId) && isActive(one));
		};
		const mailAfter = async (count: number) =>
			await waitFor('the confirmation', () => mail.messages[count]);

		/** The link in a mail, once it opens: a test reads its mail before the workflow waits again. */
		const linkIn = async (text: string) => {
			const link = /http:\S+webhook-waiting\S+/.exec(text)?.[0] ?? '';
			await waitFor('the page', async () => (await fetch(link, { method: 'HEAD' })).ok);
			return link;
		};

		const introduce = async ({ page, click }: Awaited<ReturnType<typeof visitor>>) => {
			await page.getByLabel('First name').fill('Mia');
			await page.getByLabel('Email').fill(EMAIL);
			await click('Choose a time');
		};

		step(
			'says who they are, books, gets a mail, and moves and cancels by the link in it',
			async () => {
				const mia = await visitor({ viewport: { width: 390, height: 844 } });
				const { page, click, sees, leave } = mia;
				await page.goto(address);
				await expectFitting(page);
				await expectAccessible(page);
				await introduce(mia);
				await chooseTime(page, 2);
				await click('Book this time');
				await sees('open your link again');
				const [booked] = appointments();
				expect(booked.title).toBe('Call with Mia');
				const first = await mailAfter(0);
				expect(first).toMatch(
					/To: mia@example\.com\r\nSubject: Your call with us: \w+day, [^]*filename=appointment\.ics/,
				);

				// The same link, as it came by mail.
				await page.goto(await linkIn(first));
				await click('Choose another time');
				await chooseTime(page, 3, 2);
				await click('Move to this time');
				await sees('open your link again');
				const [moved] = appointments();
				expect([moved.id, moved.startTime === booked.startTime]).toEqual([booked.id, false]);
				const second = await mailAfter(1);
				await page.goto(await linkIn(second));
				await click('Cancel the appointment');
				await click('Yes, cancel it');
				await sees('Your appointment is canceled');
				expect(appointments()).toEqual([]);
				await leave();
				// The browser tells of each look at a link that does not open yet.
				expect(complaints.splice(0).filter((complaint) => !complaint.includes('409'))).toEqual([]);
			},
		);

		step('gets as far without JavaScript', async () => {
			const mia = await visitor({ javaScriptEnabled: false });
			await mia.page.goto(address);
			await introduce(mia);
			await mia.sees('Times in');
			await mia.leave();
			complaints.splice(0);
		});
	});
}
