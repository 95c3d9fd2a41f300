import { join } from 'node:path';

import { Knowledge } from '../../nodes/Knowledge/Knowledge.node';
import { Platform } from '../../nodes/Platform/Platform.node';
import { PlatformTrigger } from '../../nodes/PlatformTrigger/PlatformTrigger.node';
import { RUNTIME } from '../../runtime/paths';
import { openBrowser, type OpenBrowser } from '../support/browser/browser';
import { CredentialDialog } from '../support/browser/credentialDialog';
import { Editor } from '../support/browser/editor';
import { NodePanel } from '../support/browser/nodePanel';
import { openHarness, type Harness } from '../support/harness';

/** Entries of the node panel, which lists a node and its trigger as one. */
export const PLATFORM = new Platform().description.displayName;
export const KNOWLEDGE = new Knowledge().description.displayName;
export const TRIGGER = new PlatformTrigger().description.displayName;

/** The browser and the servers behind it; set from `arrive` on. */
export let harness: Harness;
export let browser: OpenBrowser;
export let editor: Editor;
export let panel: NodePanel;
export let dialog: CredentialDialog;

/** Signs in to an n8n that has the package and no credentials. */
export async function arrive(): Promise<void> {
	harness = await openHarness({ editor: true, connect: false });
	// This person starts with nothing.
	for (const { id } of await harness.api.listCredentials()) await harness.api.deleteCredential(id);
	browser = await openBrowser();
	editor = new Editor(browser.page, harness.n8n.url);
	panel = new NodePanel(browser.page);
	dialog = new CredentialDialog(browser.page);
	await editor.signIn(harness.owner);
}

export async function leave(): Promise<void> {
	await browser?.close();
	await harness?.close();
}

/** A test that leaves a picture of the browser when it fails. */
export const step = (name: string, body: () => Promise<void>): void => {
	test(
		name,
		async () =>
			await body().catch(async (failure: unknown) => {
				const path = join(RUNTIME, 'test', 'browser', `${name.replace(/\W+/g, '-')}.png`);
				await browser.page.screenshot({ path }).catch(() => {});
				throw failure;
			}),
	);
};
