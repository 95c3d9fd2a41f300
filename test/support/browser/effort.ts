import type { Page } from 'playwright-core';

/** What a person does on a page. */
export interface Effort {
	clicks: number;
	/** Fields into which something is typed, one after the other. */
	typed: number;
}

/**
 * Counts what a person does on a page, until it is left for another address.
 *
 * @returns reads what was done so far
 */
export async function countEffort(page: Page): Promise<() => Promise<Effort>> {
	const effort = await page.evaluateHandle(() => {
		const counted: Effort = { clicks: 0, typed: 0 };
		let field: EventTarget | null = null;
		addEventListener('pointerdown', () => counted.clicks++, true);
		addEventListener(
			'input',
			({ target }) => {
				if (target !== field) counted.typed++;
				field = target;
			},
			true,
		);
		return counted;
	});
	return async () => await effort.jsonValue();
}
