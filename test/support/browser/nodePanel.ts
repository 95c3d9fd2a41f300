import type { IDataObject } from 'n8n-workflow';
import type { Locator, Page } from 'playwright-core';

import { waitFor } from '../../../runtime/polling';

/** The panel of the open node: its parameters on the left or in the middle, its output on the right. */
export class NodePanel {
	readonly output: Locator;
	readonly parameters: Locator;
	readonly failure: Locator;

	constructor(private readonly page: Page) {
		this.output = page.getByTestId('output-panel');
		this.parameters = page.getByTestId('node-parameters');
		this.failure = this.output.getByTestId('node-error-message');
	}

	/** A label of the panel. */
	label(text: string): Locator {
		return this.page.getByTestId('ndv').getByText(text, { exact: true }).first();
	}

	/** The control of a parameter, by its name in the workflow. */
	field(name: string): Locator {
		return this.page.getByTestId(`parameter-input-${name}`).first();
	}

	async fill(name: string, text: string): Promise<void> {
		const input = this.field(name).locator('input, textarea').first();
		await input.fill(text);
		// A field with the focus shows tips over the one below it.
		await input.blur();
	}

	/** An entry of a drop-down list, by its label. */
	async choose(name: string, label: string): Promise<void> {
		await this.field(name).click();
		await this.page.getByRole('option').filter({ hasText: label }).first().click();
	}

	/** What a parameter's "From list" offers. */
	async list(name: string): Promise<Locator> {
		const items = this.page.getByTestId('rlc-item');
		if (!(await items.first().isVisible())) {
			await this.page.getByTestId(`resource-locator-${name}`).getByTestId('rlc-input').click();
		}
		await items.or(this.page.getByTestId('rlc-error-container')).first().waitFor();
		return items;
	}

	/** An entry of a "From list", by (part of) its label. */
	async chooseFromList(name: string, label: string | RegExp): Promise<string> {
		const entry = (await this.list(name)).filter({ hasText: label }).first();
		const text = await entry.innerText();
		await entry.click();
		await entry.waitFor({ state: 'hidden' });
		return text.trim();
	}

	/** What is chosen in a "From list"; empty when nothing is. */
	async inList(name: string): Promise<string> {
		const locator = this.page.getByTestId(`resource-locator-${name}`);
		return await locator
			.locator('input[data-test-id="rlc-input"], [data-test-id="rlc-input"] input')
			.first()
			.inputValue();
	}

	/** Presses "Execute step" and waits for items or for what stopped it. */
	async execute(): Promise<void> {
		const before = await this.output.textContent();
		await this.page.getByTestId('node-execute-button').click();
		await this.page.waitForFunction(
			(old) => document.querySelector('[data-test-id="output-panel"]')?.textContent !== old,
			before,
		);
		await this.output.getByTestId('ndv-items-count').or(this.failure).first().waitFor();
		await this.page
			.getByTestId('node-execute-button')
			.getByText(/^(Execute|Test|Listen)/)
			.waitFor();
	}

	/** The output items, read from the JSON view. */
	async outputItems(): Promise<IDataObject[]> {
		await this.output.getByTestId('radio-button-json').click();
		const view = this.output.getByTestId('ndv-data-container');
		// The view is drawn some time after the click.
		await view
			.getByText(/^\s*\]/)
			.last()
			.waitFor();
		// Indented with no-break spaces, which JSON does not know.
		return JSON.parse((await view.innerText()).replaceAll('\u00a0', ' ')) as IDataObject[];
	}

	/** Waits until a credential is chosen: n8n chooses a new one a moment after its dialog has closed. */
	async credentialIs(name: string, slot = 0): Promise<void> {
		// n8n may draw the field anew meanwhile.
		const shown = async () =>
			await this.page
				.getByTestId('node-credentials-select')
				.nth(slot)
				.locator('input')
				.first()
				.inputValue();
		await waitFor(`the credential '${name}'`, async () => (await shown()) === name);
	}

	/** A credential by its name, where several would do. */
	async chooseCredential(name: string): Promise<void> {
		const select = this.page.getByTestId('node-credentials-select');
		await select.click();
		await this.page
			.locator('[data-test-id^="node-credentials-select-item-"]')
			.filter({ hasText: name })
			.first()
			.click();
	}
}
