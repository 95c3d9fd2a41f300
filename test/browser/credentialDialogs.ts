import { browser, dialog, editor, step } from './person';

const OURS = 'CRM Platform (GoHighLevel)';

/** Opens n8n's list of credentials, with the focus in its search. */
async function openList(): Promise<void> {
	const { page } = browser;
	await page.goto(`${editor.url}/home/credentials/create`);
	await page.getByTestId('new-credential-type-select').locator('input').click();
}

/** Types into the search of the open list. @returns what it offers */
async function searchCredentials(words: string): Promise<string[]> {
	const { page } = browser;
	const search = page.getByTestId('new-credential-type-select').locator('input');
	const options = page.getByTestId('new-credential-type-select-option').filter({ visible: true });
	// What was found before is gone first.
	await search.fill('Nothing has this name');
	await options.first().waitFor({ state: 'hidden' });
	await search.fill(words);
	await options
		.filter({ hasText: words === 'crm' ? 'CRM' : 'HighLevel' })
		.first()
		.waitFor();
	return await options.allInnerTexts();
}

/** Opens the dialog of a new credential. */
async function openDialog(name: string): Promise<void> {
	const { page } = browser;
	await openList();
	await searchCredentials('crm');
	await page
		.getByTestId('new-credential-type-select-option')
		.filter({ hasText: name, visible: true })
		.click();
	await page.getByTestId('new-credential-type-button').click();
	await dialog.root.getByTestId('inline-edit-preview').filter({ hasText: 'account' }).waitFor();
}

/** The credentials from n8n's own list. */
export function credentialDialogs(): void {
	describe('Credentials > Create', () => {
		step('finds the credentials by what people call the platform', async () => {
			const platform = ['OAuth2', 'Token', 'Webhook'].map((kind) => `${OURS} ${kind} API`);
			await openList();
			for (const words of ['highlevel', 'gohighlevel', 'crm'])
				expect(await searchCredentials(words)).toEqual(expect.arrayContaining(platform));
			expect(await searchCredentials('crm')).toContain('CRM Platform Knowledge API');
		});

		step("shows 'API' first, each choice described, and nothing undefined", async () => {
			for (const kind of ['OAuth2', 'Token', 'Webhook']) {
				await openDialog(`${OURS} ${kind} API`);
				await dialog.root.getByTestId('parameter-input-api').waitFor();
				const fields = dialog.root.locator('[data-test-id^="parameter-input-"]');
				expect(await fields.first().getAttribute('data-test-id')).toBe('parameter-input-api');
				await dialog.root.getByTestId('parameter-input-api').click();
				const choice = browser.page
					.getByRole('option')
					.filter({ hasText: 'HighLevel', visible: true });
				expect(await choice.first().innerText()).toContain('GoHighLevel');
				await choice.first().click();
				const values = await dialog.root
					.locator('input, textarea')
					.evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
				const shown = `${values.join(' ')} ${await dialog.root.innerText()}`;
				expect(shown).not.toMatch(/undefined|\{\{/);
			}
		});
	});
}
