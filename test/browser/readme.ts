import type { INodeProperties } from 'n8n-workflow';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { PlatformOAuth2Api } from '../../credentials/PlatformOAuth2Api.credentials';
import { PlatformTokenApi } from '../../credentials/PlatformTokenApi.credentials';
import { Platform } from '../../nodes/Platform/Platform.node';
import { REPOSITORY } from '../../runtime/paths';
import { isActive } from '../../sandbox/calendars/appointmentBook';
import { createSandbox, type Sandbox } from '../../sandbox/createSandbox';
import { bare, valuesOf } from '../../scripts/demo/prepare';
import { browser, dialog, editor, harness, panel, PLATFORM, step } from './person';

const GUIDE = ['README.md', 'docs/credentials.md', 'docs/trigger.md']
	.map((file) => readFileSync(join(REPOSITORY, file), 'utf8'))
	.join('\n');

/** The labels in a section's numbered steps: what stands in *italics*, in its order. */
export function labelsIn(heading: string): string[] {
	const section = GUIDE.split(/^#+ /m).find((text) => text.startsWith(`${heading}\n`)) ?? '';
	const steps = section.match(/^\d+\. .+$/gm) ?? [];
	return steps.flatMap((text) =>
		[...text.matchAll(/(?<!\*)\*([^*]+)\*(?!\*)/g)].map(([, label]) => label),
	);
}

type Does = Record<string, (label: string) => Promise<unknown>>;

/** Does what a section says, label by label. A label that is not known here, or not on the screen, fails. */
async function follow(heading: string, does: Does): Promise<void> {
	const labels = labelsIn(heading);
	expect(labels).toEqual(expect.arrayContaining(Object.keys(does)));
	for (const label of labels) {
		if (!does[label])
			throw new Error(`README, "${heading}": nobody knows what to do at '${label}'`);
		await does[label](label);
	}
}

/** A parameter's name by its label. */
function named(properties: INodeProperties[], label: string): string {
	const found = properties.find(({ displayName }) => displayName === label);
	if (!found) throw new Error(`There is no field '${label}'`);
	return found.name;
}

const inNode = (label: string) => named(new Platform().description.properties, label);

/** Enters a value at a label of the open credential. */
const enters =
	(properties: INodeProperties[], value: (label: string) => string) => async (label: string) => {
		await dialog.label(label).waitFor();
		await dialog.fill({ [named(properties, label)]: value(label) });
	};

const anything = async () => {};

/** As `npm start` prints it. */
const printed = (label: string) => bare(valuesOf(harness.sandbox)[label]);

/** Counts what a person does: clicks, and fields that something is typed in. */
const COUNT = `window.did = { clicks: 0, typed: new Set() };
addEventListener('click', ({ isTrusted }) => isTrusted && window.did.clicks++, true);
addEventListener('input', ({ target }) => window.did.typed.add(target), true);`;
const counted = async () =>
	await browser.page.evaluate<{ clicks: number; typed: number }>(
		'({ clicks: window.did.clicks, typed: window.did.typed.size })',
	);

/** README with a HighLevel token, from an empty n8n to a call that is booked, moved and canceled. */
export function firstBooking(): void {
	describe("README's first booking", () => {
		let sandbox: Sandbox;
		let firstSlot: { calendarId: string; startTime: string; endTime: string };
		beforeAll(async () => {
			sandbox = await createSandbox({ profile: 'highLevel' });
			await editor.newWorkflow();
			await browser.page.evaluate(COUNT);
		});
		afterAll(async () => {
			const violations = sandbox.control.violations();
			await sandbox.close();
			expect(violations).toEqual([]);
		});
		const value = (label: string) => bare(valuesOf(sandbox)[label]);
		const appointments = () => sandbox.control.appointments();

		step('holds word by word, up to the appointment', async () => {
			const { properties } = new PlatformTokenApi();
			await follow('First booking', {
				'Book appointment': async (label) =>
					await editor.addNode('book appointment', PLATFORM, label),
				Actions: anything,
				Credential: async (label) => await panel.label(label).waitFor(),
				'Connect to Platform': async (label) =>
					await browser.page.getByText(label, { exact: true }).first().waitFor(),
				// With none in the list, the dialog opens at once.
				'Create new credential': async () => await dialog.create(),
				OAuth2: async (label) => expect(await dialog.mode()).toBe(label),
				'Private Integration Token': async (label) => await dialog.chooseMode(label),
				API: async (label) => await dialog.choose(named(properties, label), value(label)),
				'Access Token': enters(properties, value),
				'Location ID': enters(properties, value),
				// Empty, it would be HighLevel's own.
				'Platform URL': enters(properties, value),
				Save: async () => await dialog.saveAndPass(),
				Calendar: async (label) => await panel.chooseFromList(inNode(label), value(label)),
				Contact: async (label) => await panel.chooseFromList(inNode(label), 'Ada'),
				'API: Platform': anything,
				'From list': anything,
				'By ID': anything,
				'Contact ID': anything,
				'Set Time Using': async (label) => await panel.label(label).waitFor(),
				'Free Slots List': async (label) => await panel.choose('slotSource', label),
				Slot: async (label) => await panel.chooseFromList(inNode(label), '10:00 – 10:30 AM'),
				'Execute step': async () => await panel.execute(),
			});
			const [{ booked, appointmentId }] = await panel.outputItems();
			expect(booked).toBe(true);
			expect(appointments()).toMatchObject([
				{ id: appointmentId, calendarId: 'cal-onboarding', contactId: 'contact-ada' },
			]);
			expect((await counted()).clicks).toBeLessThanOrEqual(22);
		});

		step('moves it to another slot, and cancels it, behind it', async () => {
			const [before] = appointments();
			const { calendarId, startTime, endTime } = before;
			firstSlot = { calendarId, startTime, endTime };
			const add = async (action: string) => {
				await editor.closeNode();
				await editor.addNode(action.toLowerCase(), PLATFORM, action);
				await panel.chooseCredential('Platform Token account');
			};
			await add('Reschedule appointment');
			await panel.choose('slotSource', 'Free Slots List');
			await panel.chooseFromList('slot', '2:00 – 2:30 PM');
			await panel.execute();
			expect(await panel.outputItems()).toMatchObject([
				{ rescheduled: true, appointmentId: before.id, timezone: 'America/New_York' },
			]);
			const [moved, ...others] = appointments();
			expect([moved.id, moved.startTime === before.startTime, others]).toEqual([
				before.id,
				false,
				[],
			]);
			await add('Cancel appointment');
			await panel.execute();
			expect(await panel.outputItems()).toMatchObject([
				{ canceled: true, appointmentId: before.id },
			]);
			expect(appointments().filter(isActive)).toEqual([]);
			const did = await counted();
			console.log(
				`From an empty n8n to a call that is booked, moved and canceled: ${JSON.stringify(did)}`,
			);
			expect(did.clicks).toBeLessThanOrEqual(45);
			expect(did.typed).toBeLessThanOrEqual(8);
		});

		step(
			'stops at a taken slot with the nearest free ones, in the panel and on the canvas',
			async () => {
				await editor.closeNode();
				await editor.openNode('Book appointment');
				sandbox.control.takeSlot({ ...firstSlot, contactId: 'contact-ben' });
				await panel.execute();
				const text =
					/The slot on .*, 10:00 to 10:30 .* is not available\. Nearest free starts on .* 10:30/;
				expect(await panel.failure.innerText()).toMatch(text);
				await editor.closeNode();
				await editor.node('Book appointment').getByTestId('node-issues').hover();
				const mark = browser.page.getByText('Issues:').filter({ visible: true }).locator('..');
				expect(await mark.innerText()).toMatch(/is not available/);
			},
		);
	});
}

/** README's steps for the OAuth2 credential, in the open node. */
export async function connectOAuth2(slot: number): Promise<void> {
	const { properties } = new PlatformOAuth2Api();
	let above: string | undefined;
	const top = async (label: string) => (await dialog.label(label).boundingBox())?.y ?? NaN;
	/** The fields come in the order of the dialog, wherever it is scrolled to. */
	const isNext = async (label: string) => {
		expect(await top(label)).toBeGreaterThan(above === undefined ? -Infinity : await top(above));
		above = label;
	};
	// n8n itself adds these two to every OAuth2 credential.
	const ofN8n = (name: string) => async (label: string) => {
		await isNext(label);
		await dialog.fill({ [name]: printed(label) });
	};
	const ours = async (label: string) => {
		await isNext(label);
		await enters(properties, printed)(label);
	};
	await dialog.create(slot);
	// With a token credential in the list, the dialog opens for another one.
	if ((await dialog.mode()) !== 'OAuth2') await dialog.chooseMode('OAuth2');
	await follow('Platform OAuth2 API', {
		'OAuth Redirect URL': isNext,
		'Client ID': ofN8n('clientId'),
		'Client Secret': ofN8n('clientSecret'),
		Scope: isNext,
		'Platform URL': ours,
		'Marketplace URL': ours,
		'API Version': isNext,
		Connect: async () =>
			await dialog.connect(async (popup) => {
				await popup.getByLabel('Harbor Dental').check();
				await popup.getByRole('button', { name: 'Allow' }).click();
			}),
	});
}
