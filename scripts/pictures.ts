/**
 * `npm run pictures`: takes the pictures of the README and the docs anew, in light and dark, from a real n8n
 * and the local platform. Look at them before you commit: the same editor differs in pixels from machine to machine.
 */
import type { Locator, Page } from 'playwright-core';
import { join } from 'node:path';

import { N8nApi } from '../runtime/api';
import { startN8n } from '../runtime/n8n';
import { packedTarball, REPOSITORY } from '../runtime/paths';
import { createSandbox } from '../sandbox/createSandbox';
import { openBrowser } from '../test/support/browser/browser';
import { Editor } from '../test/support/browser/editor';
import { NodePanel } from '../test/support/browser/nodePanel';
import { deliver } from '../test/support/deliver';
import { pageLink } from './demo/job';
import { showHelp } from './help.mjs';
import { createCredentials, DEMO_LOCATION, importExamples } from './demo/prepare';

/** Around what is shown, in CSS pixels. */
const MARGIN = 16;

/** Beside a node of the canvas: its name is wider. */
const NAME = 48;

/** Under a node of the canvas: its name and what it does. */
const CAPTION = 56;

/** Long enough for the colors and icons of a scheme. */
const SETTLE_MS = 800;

/** Takes the smallest part of the page that holds all that is shown. */
async function take(
	page: Page,
	name: string,
	shown: Locator[],
	caption = 0,
	side = MARGIN,
): Promise<void> {
	const all = (await Promise.all(shown.map(async (locator) => await locator.all()))).flat();
	for (const colorScheme of ['light', 'dark'] as const) {
		await page.emulateMedia({ colorScheme });
		await page.mouse.move(2, 2);
		await page.waitForTimeout(SETTLE_MS);
		const found = await Promise.all(all.map(async (locator) => await locator.boundingBox()));
		const boxes = found.filter((box) => box !== null);
		const x = Math.max(0, Math.min(...boxes.map((box) => box.x)) - side);
		const y = Math.max(0, Math.min(...boxes.map((box) => box.y)) - MARGIN);
		const right = Math.max(...boxes.map((box) => box.x + box.width)) + side;
		const bottom = Math.max(...boxes.map((box) => box.y + box.height)) + caption + MARGIN;
		const clip = { x, y, width: right - x, height: bottom - y };
		const path = join(REPOSITORY, 'docs', 'pictures', `${name}-${colorScheme}.png`);
		await page.screenshot({ path, clip, animations: 'disabled', caret: 'hide' });
		console.log(`${path}: ${Math.round(clip.width)} x ${Math.round(clip.height)}`);
	}
	await page.emulateMedia({ colorScheme: 'light' });
}

async function main(): Promise<void> {
	showHelp('npm run pictures  takes the pictures of README and docs anew');
	const sandbox = await createSandbox();
	const n8n = await startN8n({ tarball: packedTarball(), editor: true });
	const browser = await openBrowser({ width: 1240, height: 900 });
	try {
		const api = new N8nApi(n8n.url);
		const owner = await api.setUpOwner();
		const model = { name: 'OpenAi account', type: 'openAiApi', data: { apiKey: 'none' } };
		const credentials = [
			...(await createCredentials(n8n, api, sandbox)),
			await api.createCredential(model),
		];
		const workflows = await importExamples(api, credentials, sandbox);
		const { page } = browser;
		// No message of n8n covers what is shown.
		const hide = '<style>.el-notification { display: none }</style>';
		await page.addInitScript(
			`addEventListener('DOMContentLoaded', () => document.head.insertAdjacentHTML('beforeend', '${hide}'))`,
		);
		const editor = new Editor(page, n8n.url);
		const panel = new NodePanel(page);
		await editor.signIn(owner);
		/** An example without its note, which would make the nodes small. */
		const openNodes = async (fileName: string) => {
			const { id, nodes } = workflows.get(fileName)!;
			await api.updateWorkflow(id, {
				nodes: nodes.filter(({ type }) => !type.endsWith('.stickyNote')),
			});
			await editor.openWorkflow(id);
			await editor.zoomToFit();
		};
		const onCanvas = [page.getByTestId('canvas-node')];

		await openNodes('new-contact-books-onboarding-call.json');
		await page.getByTestId('execute-workflow-button').first().click();
		await editor.node('Tell the Team').getByTestId('canvas-node-status-success').waitFor();
		await take(
			page,
			'demo-workflow',
			[...onCanvas, page.getByTestId('canvas-handle-plus')],
			CAPTION,
			NAME,
		);

		await openNodes('ai-receptionist.json');
		await take(page, 'ai-receptionist', onCanvas, CAPTION, NAME);

		await editor.newWorkflow();
		await editor.addNode('book appointment', 'CRM Platform', 'Book appointment');
		await panel.chooseCredential('Platform account');
		await panel.chooseFromList('calendarId', 'Onboarding call');
		await panel.choose('slotSource', 'Free Slots List');
		await page.setViewportSize({ width: 1240, height: 1400 });
		const slot = (await panel.list('slot')).nth(4);
		const list = page.getByTestId('resource-locator-slot');
		await take(page, 'platform-slots', [
			panel.label('Set Time Using'),
			panel.field('slotSource'),
			list,
			slot,
		]);

		const { nodes, name } = workflows.get('new-contact-books-onboarding-call.json')!;
		const trigger = nodes.find(({ type }) => type.endsWith('.platformTrigger'))!;
		const { id } = await api.createWorkflow({ name, nodes: [trigger], connections: {} });
		await editor.openWorkflow(id);
		await editor.openNode(trigger.name);
		await page.getByTestId('trigger-execute-button').click();
		await page.getByTestId('trigger-listening').waitFor();
		const contact = {
			contactId: 'ocQHyuzHvysMo5N5VsXc',
			email: 'noor@example.com',
			firstName: 'Noor',
		};
		const body = JSON.stringify({ type: 'ContactCreate', ...contact, locationId: DEMO_LOCATION });
		const url = api.webhookUrl(String(trigger.webhookId)).replace('/webhook/', '/webhook-test/');
		await deliver(url, body, { signature: sandbox.sign(body) });
		await panel.outputItems();
		await page.setViewportSize({ width: 1240, height: 1100 });
		await page.getByText('Webhook URLs').click();
		await take(page, 'trigger-event', [
			page.getByText('Webhook URLs'),
			panel.field('events'),
			panel.output.getByText(contact.contactId),
		]);

		await page.setViewportSize({ width: 830, height: 1300 });
		const offer = workflows.get('offer-slots-and-wait.json')!;
		await page.goto(await pageLink(api, offer, 'Contact Created', 'Write Invitation'));
		await page.getByRole('radio').nth(3).check({ force: true });
		const main = [page.locator('main')];
		await take(page, 'booking-page', main);
		await page.locator('.times:visible').getByRole('button').nth(3).click();
		await page.getByRole('button', { name: 'Book this time' }).click();
		await page.getByRole('heading', { name: 'Your appointment is booked' }).waitFor();
		await take(page, 'booked', main);

		const ask = workflows.get('confirm-or-move-appointment.json')!;
		await page.goto(await pageLink(api, ask, 'Appointment Created', 'Write Reminder'));
		await take(page, 'ask-to-confirm', main);
		await page.getByRole('link', { name: 'Choose another time' }).click();
		await page.getByRole('radio').nth(2).check({ force: true });
		await take(page, 'move', main);
	} finally {
		await browser.close();
		await n8n.stop();
		await sandbox.close();
	}
}

void main();
