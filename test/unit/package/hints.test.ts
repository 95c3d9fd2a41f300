import type { IDataObject } from 'n8n-workflow';

import { Platform } from '../../../nodes/Platform/Platform.node';
import { buildWorkflow } from '../../support/engine';

const [hint] = new Platform().description.hints ?? [];

/** Whether the editor shows the hint, with these items before the node. */
async function isShown(operation: string, items: IDataObject[]): Promise<unknown> {
	const parameters = { resource: 'appointment', operation };
	const { expression } = buildWorkflow({ type: 'platform', parameters });
	const input = items.map((json) => ({ json }));
	const condition = hint.displayCondition ?? '';
	return await expression.getParameterValue(condition, null, 0, 0, 'Node', input, 'manual', {});
}

const slot = (time: string, contactId?: string) => ({ startTime: time, ...(contactId && { contactId }) });

describe('the hint at Book', () => {
	it('shows where each of several slots would be booked for one contact', async () => {
		expect(await isShown('book', [slot('9:00'), slot('9:30')])).toBe(true);
		expect(await isShown('book', [slot('9:00', 'ada'), slot('9:30', 'ada')])).toBe(true);
	});

	it('does not show for one item, for several contacts, and for other operations', async () => {
		expect(await isShown('book', [slot('9:00')])).toBe(false);
		expect(await isShown('book', [slot('9:00', 'ada'), slot('9:30', 'ben')])).toBe(false);
		expect(await isShown('cancel', [slot('9:00'), slot('9:30')])).toBe(false);
	});
});
