import type { Locator, Page } from 'playwright-core';

import type { Owner } from '../../../runtime/api';

const SETTLE_MS = 300;

/** Two searches may find the same; after this long they have. */
const SAME_RESULT_MS = 1_500;

/** n8n's editor as a person uses it: signing in, the canvas and the node panel. */
export class Editor {
	constructor(
		readonly page: Page,
		readonly url: string,
	) {
		// Whether to leave without saving.
		page.on('dialog', (dialog) => void dialog.accept());
	}

	async signIn({ email, password }: Pick<Owner, 'email' | 'password'>): Promise<void> {
		await this.page.goto(`${this.url}/signin`);
		await this.page.locator('input[name=emailOrLdapLoginId]').fill(email);
		await this.page.locator('input[name=password]').fill(password);
		await this.page.getByTestId('form-submit-button').click();
		await this.page.waitForURL(/\/home\//);
	}

	async newWorkflow(): Promise<void> {
		await this.page.goto(`${this.url}/workflow/new`);
		await this.page.getByTestId('canvas-plus-button').waitFor();
	}

	async openWorkflow(id: string): Promise<void> {
		await this.page.goto(`${this.url}/workflow/${id}`);
		await this.page.getByTestId('canvas-node').first().waitFor();
	}

	/** *Import from file*, into a new workflow. */
	async importFile(path: string): Promise<void> {
		await this.newWorkflow();
		await this.page.getByTestId('workflow-import-input').setInputFiles(path);
		await this.page.getByTestId('canvas-node').first().waitFor();
	}

	/** The names of the nodes with a red triangle. */
	async nodesWithIssues(): Promise<string[]> {
		const marked = this.page
			.getByTestId('canvas-node')
			.filter({ has: this.page.getByTestId('node-issues') });
		return await marked.evaluateAll((nodes) =>
			nodes.map((node) => String(node.getAttribute('data-node-name'))),
		);
	}

	/** Publishes the open workflow under the name that n8n proposes. */
	async publish(): Promise<void> {
		await this.page.getByTestId('workflow-open-publish-modal-button').click();
		await this.page.getByTestId('workflow-publish-button').click();
		await this.page.getByTestId('workflowPublish-modal').waitFor({ state: 'hidden' });
	}

	/** The names that the node panel offers for what is typed, best first. */
	async searchNodes(words: string): Promise<string[]> {
		if (!(await this.page.getByTestId('node-creator').isVisible())) {
			const first = this.page.getByTestId('canvas-plus-button');
			await first.or(this.page.getByTestId('node-creator-plus-button')).first().click();
		}
		const before = await this.names();
		// n8n puts the focus there when the panel opens; it may have moved since.
		await this.page.getByTestId('node-creator-search-bar').focus();
		await this.page.keyboard.press('ControlOrMeta+A');
		await this.page.keyboard.type(words);
		return await this.settledNames(before);
	}

	/** Types into the node panel, chooses the app, then one of its triggers or actions. */
	async addNode(
		words: string,
		app: string,
		action: string,
		check?: (shown: string[]) => void,
	): Promise<void> {
		await this.searchNodes(words);
		const items = this.page.getByTestId('node-creator-item-name');
		await items
			.filter({ hasText: new RegExp(`^\\s*${app}\\s*$`) })
			.first()
			.click();
		await this.addAction(action, check);
	}

	/** The same, where the app is the first that the panel finds, and Enter chooses it. */
	async addFirst(words: string, app: string, action: string): Promise<void> {
		const [first] = await this.searchNodes(words);
		if (first !== app) throw new Error(`The first found for '${words}' is ${first}, not ${app}`);
		await this.page.keyboard.press('Enter');
		await this.addAction(action);
	}

	/** Chooses one of the triggers and actions of the app that is open in the node panel. */
	private async addAction(action: string, check?: (shown: string[]) => void): Promise<void> {
		const items = this.page.getByTestId('node-creator-item-name');
		const wanted = items.filter({ hasText: action }).first();
		// Before the first trigger is on the canvas, the list of actions is folded up.
		const actions = this.page.getByText(/^Actions \(\d+\)/);
		await wanted.or(actions).first().waitFor();
		// The list before slides away meanwhile.
		check?.(await this.settledNames([]));
		if (!(await wanted.isVisible())) await actions.click();
		await wanted.click();
		await this.page.getByTestId('ndv').waitFor();
	}

	/** A node on the canvas, by its name. */
	node(name: string): Locator {
		return this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
	}

	async openNode(name: string): Promise<void> {
		await this.node(name).dblclick();
		await this.page.getByTestId('ndv').waitFor();
	}

	async closeNode(): Promise<void> {
		await this.page.getByTestId('ndv-close-button').click();
		await this.page.getByTestId('ndv').waitFor({ state: 'hidden' });
	}

	async zoomToFit(): Promise<void> {
		await this.page.getByTestId('zoom-to-fit').click();
	}

	private async names(): Promise<string[]> {
		const names = await this.page.getByTestId('node-creator-item-name').allInnerTexts();
		return names.map((name) => name.trim());
	}

	/** The panel filters some time after the last key; until then it shows what it showed before. */
	private async settledNames(before: string[]): Promise<string[]> {
		const deadline = Date.now() + SAME_RESULT_MS;
		for (;;) {
			const names = await this.names();
			await this.page.waitForTimeout(SETTLE_MS);
			const isSettled = String(names) === String(await this.names());
			if (isSettled && (String(names) !== String(before) || Date.now() > deadline)) return names;
		}
	}
}
