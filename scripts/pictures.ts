/**
 * `npm run pictures`: takes the pictures of the README and the docs anew, in light and dark, from a real n8n
 * and the local platform. Look at them before you commit: the same editor differs in pixels from machine to machine.
 */
import type { Locator, Page } from 'playwright-core';
import { join } from 'node:path';

import { N8nApi } from '../runtime/api';
import { readExample, withCredentials } from '../runtime/examples';
import { startN8n } from '../runtime/n8n';
import { REPOSITORY } from '../runtime/paths';
import { packedTarball } from '../runtime/tarball';
import { createSandbox } from '../sandbox/createSandbox';
import { openBrowser } from '../test/support/browser/browser';
import { Editor } from '../test/support/browser/editor';
import { NodePanel } from '../test/support/browser/nodePanel';
import { offerSlots } from './demo/job';
import { connectAccount, createCredentials, DEMO_LOCATION, importExamples } from './demo/prepare';

/** Around what is shown, in CSS pixels. */
const MARGIN = 16;

/** Under a node of the canvas: its name and what it does. */
const CAPTION = 40;

/** Long enough for the colors and icons of a scheme. */
const SETTLE_MS = 800;

/** Takes the smallest part of the page that holds all that is shown. */
async function take(page: Page, name: string, shown: Locator[], caption = 0): Promise<void> {
	const all = (await Promise.all(shown.map(async (locator) => await locator.all()))).flat();
	for (const colorScheme of ['light', 'dark'] as const) {
		await page.emulateMedia({ colorScheme });
		await page.mouse.move(2, 2);
		await page.waitForTimeout(SETTLE_MS);
		const found = await Promise.all(all.map(async (locator) => await locator.boundingBox()));
		const boxes = found.filter((box) => box !== null);
		const [left, top] = [Math.min(...boxes.map(({ x }) => x)), Math.min(...boxes.map(({ y }) => y))];
		const right = Math.max(...boxes.map(({ x, width }) => x + width));
		const bottom = Math.max(...boxes.map(({ y, height }) => y + height)) + caption;
		const clip = {
			x: Math.max(0, left - MARGIN),
			y: Math.max(0, top - MARGIN),
			width: right - Math.max(0, left - MARGIN) + MARGIN,
			height: bottom - Math.max(0, top - MARGIN) + MARGIN,
		};
		const path = join(REPOSITORY, 'docs', 'pictures', `${name}-${colorScheme}.png`);
		await page.screenshot({ path, clip, animations: 'disabled', caret: 'hide' });
		console.log(`${path}: ${Math.round(clip.width)} x ${Math.round(clip.height)}`);
	}
	await page.emulateMedia({ colorScheme: 'light' });
}

async function main(): Promise<void> {
	const sandbox = await createSandbox();
	const n8n = await startN8n({ tarball: packedTarball(), editor: true });
	const browser = await openBrowser({ width: 1240, height: 900 });
	try {
		const api = new N8nApi(n8n.url);
		const owner = await api.setUpOwner();
		const credentials = await createCredentials(n8n, api, sandbox);
		await connectAccount(api, credentials);
		const workflows = await importExamples(api, credentials, sandbox);
		const { page } = browser;
		const editor = new Editor(page, n8n.url);
		const panel = new NodePanel(page);
		await editor.signIn(owner);
		const closeMessages = async () => {
			const closers = page.locator('.el-notification__closeBtn');
			while ((await closers.count()) > 0) await closers.first().click().catch(() => {});
		};
		/** An example without its note, which would make the nodes small. */
		const openNodes = async (fileName: string) => {
			const { id, nodes } = workflows.get(fileName)!;
			await api.updateWorkflow(id, { nodes: nodes.filter(({ type }) => !type.endsWith('.stickyNote')) });
			await editor.openWorkflow(id);
			await editor.zoomToFit();
		};
		const onCanvas = [page.getByTestId('canvas-node')];

		await openNodes('new-contact-books-onboarding-call.json');
		await page.getByTestId('execute-workflow-button').first().click();
		await editor.node('Notify Team').getByTestId('canvas-node-status-success').waitFor();
		await closeMessages();
		await take(page, 'demo-workflow', onCanvas, CAPTION);

		const model = { name: 'OpenAi account', type: 'openAiApi', data: { apiKey: 'none' } };
		const chosen = withCredentials(await readExample('ai-receptionist.json'), [await api.createCredential(model)]);
		const { credentials: key } = chosen.nodes.find(({ type }) => type.endsWith('.lmChatOpenAi'))!;
		const receptionist = workflows.get('ai-receptionist.json')!;
		for (const node of receptionist.nodes) if (node.type.endsWith('.lmChatOpenAi')) node.credentials = key;
		await openNodes('ai-receptionist.json');
		await take(page, 'ai-receptionist', onCanvas, CAPTION);

		await editor.newWorkflow();
		await editor.addNode('book appointment', 'CRM Platform', 'Book an appointment');
		await panel.chooseCredential('Platform account');
		await panel.chooseFromList('calendarId', 'Onboarding call');
		await panel.fill('contactId', 'ocQHyuzHvysMo5N5VsXc');
		await panel.choose('slotSource', 'Free Slots List');
		const list = page.getByTestId('resource-locator-slot');
		await list.scrollIntoViewIfNeeded();
		const slots = (await panel.list('slot')).filter({ visible: true });
		await take(page, 'platform-slots', [panel.label('Contact ID'), page.getByTestId('parameter-input-slotSource'), list, slots]);

		const published = await api.createWorkflow(withCredentials(await readExample('new-contact-books-onboarding-call.json'), credentials));
		await api.updateWorkflow(published.id, { nodes: [published.nodes.find(({ type }) => type.endsWith('.platformTrigger'))!], connections: {} });
		await api.activate(published.id);
		await api.waitForWebhook(sandbox.control.webhooks()[0].url);
		sandbox.control.createContact({ locationId: DEMO_LOCATION, email: 'noor@example.com', firstName: 'Noor', lastName: 'Haddad' });
		const [{ id }] = await api.waitForExecutions(published.id, 1);
		await page.goto(`${n8n.url}/workflow/${published.id}/executions/${id}`);
		const preview = page.frameLocator('iframe').first();
		await preview.locator('[data-node-name="Contact Created"]').dblclick();
		const output = preview.getByTestId('output-panel');
		await output.waitFor();
		await take(page, 'trigger-event', [output]);

		await page.setViewportSize({ width: 830, height: 760 });
		await page.goto(await offerSlots(api, workflows.get('offer-slots-and-wait.json')!));
		await page.getByRole('radio').nth(3).check({ force: true });
		await take(page, 'booking-page', [page.locator('body')]);
	} finally {
		await browser.close();
		await n8n.stop();
		await sandbox.close();
	}
}

void main();
