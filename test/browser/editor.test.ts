/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on a developer's machine, never inside n8n */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { EXAMPLES_FOLDER, listExamples, readExample, withCredentials } from '../../runtime/examples';
import { openBrowser, watched } from '../support/browser/browser';
import type { OpenBrowser } from '../support/browser/browser';
import { CredentialDialog } from '../support/browser/credentialDialog';
import { Editor } from '../support/browser/editor';
import { NodePanel } from '../support/browser/nodePanel';
import { takePicture } from '../support/browser/pictures';
import { LOCATION, openStage } from '../support/stage';
import type { Stage } from '../support/stage';

/** One person's first hour with the package, in the order in which it goes. */
jest.setTimeout(180_000);

let stage: Stage;
let browser: OpenBrowser;
let editor: Editor;
let panel: NodePanel;
let dialog: CredentialDialog;

beforeAll(async () => {
	stage = await openStage({ editor: true, connect: false });
	// This person starts with nothing.
	for (const { id } of await stage.api.listCredentials()) await stage.api.deleteCredential(id);
	browser = await openBrowser();
	editor = new Editor(browser.page, stage.n8n.url);
	panel = new NodePanel(browser.page);
	dialog = new CredentialDialog(browser.page);
	await editor.signIn(stage.owner);
});

afterAll(async () => {
	await browser?.close();
	await stage?.close();
});

const step = (name: string, body: () => Promise<void>) => {
	test(
		name,
		watched(() => browser.page, body),
	);
};

const picture = async (name: string) => await takePicture(browser.page, name);

describe('the node panel', () => {
	beforeAll(async () => await editor.newWorkflow());

	test.each([
		['slot', 'Platform'],
		['reschedule', 'Platform'],
		['cancel', 'Platform'],
		['signature', 'Platform'],
		['new contact', 'Platform'],
		['changelog', 'Knowledge'],
	])('finds "%s"', async (words, app) => {
		const [best] = await editor.searchNodes(words);
		expect(best).toBe(app);
	});
});

describe('the Platform Trigger', () => {
	step('comes with "On contact created", and shows what is to be filled in', async () => {
		await editor.addNode('new contact', 'Platform', 'On contact created');
		const text = await panel.parameters.innerText();
		for (const label of [
			'Credential for Verifying Signatures',
			'Credential for Registering Events',
			'Registration',
			'Events',
			'Contact Created',
		]) {
			expect(text).toContain(label);
		}
	});

	step("its key's credential says what is wrong with the key, and tests the right one", async () => {
		await dialog.create(0);
		await dialog.fill({ publicKeys: 'not a key' });
		expect(await dialog.saveAndRead()).toContain("'Public Keys' is text that is not a PEM block");
		await dialog.fill({ publicKeys: stage.sandbox.control.publicKey().publicKeyPem });
		await dialog.saveAndPass();
		expect(await panel.credential(0)).toBe('Platform Webhook account');
		await dialog.edit(0);
		await dialog.passed.waitFor();
		await picture('credential-webhook');
		await dialog.close();
	});

	step('its OAuth2 credential connects through the consent page', async () => {
		await dialog.create(1);
		await dialog.fill({
			clientId: 'demo-client',
			clientSecret: 'demo-client-secret',
			platformUrl: stage.sandbox.url,
			marketplaceUrl: stage.sandbox.url,
		});
		await dialog.connect(async (popup) => {
			await popup.getByLabel('Harbor Dental').check();
			await popup.setViewportSize({ width: 560, height: 540 });
			await takePicture(popup, 'consent-page');
			await popup.getByRole('button', { name: 'Allow' }).click();
		});
		expect(await panel.credential(1)).toBe('Platform account');
		await dialog.edit(1);
		await dialog.connected.waitFor();
		await picture('credential-oauth2');
		await dialog.close();
		await editor.closeNode();
		await editor.openNode('Platform Trigger');
		await browser.page.getByTestId('trigger-execute-button').waitFor();
		await picture('trigger-panel');
	});

	step('listens for a test event and shows it', async () => {
		const { page } = browser;
		await page.getByText('Webhook URLs').click();
		const testUrl = await page.getByText(/\/webhook-test\/[\w-]+\/webhook/).first().innerText();
		await page.getByTestId('trigger-execute-button').click();
		await page.getByTestId('trigger-listening').waitFor();
		await picture('trigger-listening');

		// What the panel says: enter the test URL in the platform's webhook settings.
		const registered = await fetch(`${stage.sandbox.url}/locations/${LOCATION}/customWebhooks`, {
			method: 'POST',
			headers: {
				authorization: 'Bearer pit-harbor',
				version: '2021-07-28',
				'content-type': 'application/json',
			},
			body: JSON.stringify({
				name: 'A test',
				url: testUrl.trim(),
				actions: ['ContactCreate'],
			}),
		});
		expect(registered.ok).toBe(true);
		stage.sandbox.control.createContact({
			locationId: LOCATION,
			email: 'noor@example.com',
			firstName: 'Noor',
			lastName: 'Haddad',
		});
		await panel.output.getByTestId('ndv-items-count').waitFor();
		expect(await panel.outputItems()).toMatchObject([
			{ type: 'ContactCreate', email: 'noor@example.com', firstName: 'Noor' },
		]);
		await picture('trigger-event');
	});

	step('needs no platform credential where events are registered by hand', async () => {
		await panel.choose('registration', 'Manual');
		const text = await panel.parameters.innerText();
		expect(text).toContain('Credential for Verifying Signatures');
		expect(text).not.toContain('Credential for Registering Events');
		expect(text).toContain('enter it in the platform');
		await editor.closeNode();
	});
});

describe('the Knowledge node', () => {
	beforeAll(async () => await editor.newWorkflow());

	step("its credential says that an address is not the knowledge API's, and tests the right one", async () => {
		await editor.addNode('changelog', 'Knowledge', 'Search recipes');
		await dialog.create();
		await dialog.fill({ baseUrl: stage.n8n.url });
		expect(await dialog.saveAndRead()).toContain("Check 'Base URL'");
		await dialog.fill({ baseUrl: stage.sandbox.url });
		await dialog.saveAndPass();
		await dialog.edit();
		await dialog.passed.waitFor();
		await picture('credential-knowledge');
		await dialog.close();
	});

	step('finds recipes', async () => {
		await panel.fill('query', 'book appointment');
		await panel.fill('limit', '3');
		await panel.execute();
		await picture('knowledge');
		const recipes = await panel.outputItems();
		expect(recipes).toHaveLength(3);
		expect(recipes[0].title).toMatch(/book/i);
	});

	step('says in words that a term is unknown', async () => {
		await panel.choose('resource', 'Glossary Term');
		await panel.fill('slug', 'no-such-term');
		await panel.execute();
		expect(await panel.failure.innerText()).toContain('no-such-term');
		await picture('knowledge-unknown');
		await editor.closeNode();
		await editor.node('Get the definition of a CRM platform term').getByTestId('node-issues').waitFor();
	});
});

describe('the Platform node', () => {
	beforeAll(async () => await editor.newWorkflow());

	step('its token credential says why a token is refused, and tests the right one', async () => {
		await editor.addNode('calendar', 'Platform', 'Get many calendars');
		await dialog.create();
		await dialog.chooseMode('Private Integration Token');
		const rest = { platformUrl: stage.sandbox.url, locationId: LOCATION };
		await dialog.fill({ accessToken: 'pit-unknown', ...rest });
		expect(await dialog.saveAndRead()).toContain('The platform does not accept the token');
		await dialog.fill({ accessToken: 'pit-harbor' });
		await dialog.saveAndPass();
		await dialog.edit();
		await dialog.passed.waitFor();
		await picture('credential-token');
		await dialog.close();
		await panel.execute();
		expect(await panel.outputItems()).toHaveLength(2);
		await editor.closeNode();
	});

	step('books: a calendar and a slot from the lists', async () => {
		await editor.newWorkflow();
		await editor.addNode('slot', 'Platform', 'Book an appointment');
		await panel.chooseCredential('Platform account');
		await panel.list('calendarId');
		await panel.searchList('onboard');
		await panel.chooseFromList('calendarId', 'Onboarding call');
		await panel.fill('contactId', 'contact-ada');
		await picture('platform-panel');
		await panel.choose('slotSource', 'Free Slots List');
		await panel.list('slot');
		// How many slots there are depends on the day.
		await takePicture(browser.page, 'platform-slots', { shown: panel.parameters });
		const slot = await panel.chooseFromList('slot', /10:00 – 10:30/);
		await panel.execute();
		await picture('platform-book');

		const [booking] = await panel.outputItems();
		expect(booking).toMatchObject({ booked: true, contactId: 'contact-ada' });
		expect(slot).toContain(String(booking.startLocal).slice(0, 16).replace('T', ' '));
		expect(stage.sandbox.control.appointments()).toMatchObject([
			{ id: booking.eventId, calendarId: 'cal-onboarding' },
		]);
	});

	step('offers the nearest free slots in the text that says that a slot is taken', async () => {
		await panel.fill('contactId', 'contact-ben');
		await panel.execute();
		const text = /The slot from .* 10:00 to 10:30 .* is not available\. Nearest free starts: .* 10:30/;
		expect(await panel.failure.innerText()).toMatch(text);
		await browser.page.getByRole('alert').filter({ hasText: text }).first().waitFor();
		await picture('platform-taken');
		await editor.closeNode();
		await editor.node('Book an appointment').getByTestId('node-issues').waitFor();
	});
});

describe('a list that cannot be loaded', () => {
	step('says why, and what to do', async () => {
		await editor.newWorkflow();
		await editor.addNode('calendar', 'Platform', 'Get a calendar');
		await panel.chooseCredential('Platform account');
		stage.sandbox.control.addFault({ method: 'GET', path: '/calendars/', times: 9, status: 403 });
		await panel.list('calendarId');
		expect(await panel.listFailure()).toContain('calendars.readonly');
		await picture('platform-list-refused');
		stage.sandbox.control.clearFaults();
		await panel.searchList('check');
		expect(await panel.chooseFromList('calendarId', 'Dental check-up')).toContain('cal-checkup');
		await editor.closeNode();
	});
});

describe('the examples', () => {
	const open = async () => {
		await editor.zoomToFit();
		expect(await browser.page.getByTestId('node-not-installed').count()).toBe(0);
		return await editor.nodeNames();
	};

	step('import from their files, with every node known', async () => {
		for (const file of await listExamples()) {
			await editor.importFile(join(EXAMPLES_FOLDER, file));
			const { nodes } = await readExample(file);
			const names = nodes.filter(({ type }) => !type.endsWith('.stickyNote')).map(({ name }) => name);
			expect(await open()).toEqual(expect.arrayContaining(names));
		}
	});

	step('import by pasting their text', async () => {
		const [file] = await listExamples();
		await editor.paste(await readFile(join(EXAMPLES_FOLDER, file), 'utf8'));
		expect((await open()).length).toBeGreaterThan(1);
	});

	test.each([
		['new-contact-books-onboarding-call.json', 'demo-workflow'],
		['ai-receptionist.json', 'ai-receptionist'],
	])('%s looks as in the picture', async (file, name) => {
		const draft = await readExample(file);
		const model = { name: 'OpenAI account', type: 'openAiApi', data: { apiKey: 'none' } };
		const credentials = [
			...(await stage.api.listCredentials()),
			await stage.api.createCredential(model),
		];
		const { id } = await stage.api.createWorkflow(withCredentials(draft, credentials));
		await editor.openWorkflow(id);
		await open();
		// A button in the middle of the lower edge would lie over the tools.
		if (name === 'ai-receptionist') await browser.page.getByTestId('zoom-out-button').click();
		await picture(name);
	});
});
