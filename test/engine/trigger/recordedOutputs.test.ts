import type { Receiver } from '../../support/webhookContext';
import { deliver, EVENT } from './deliveries';
import { key, settled, start, useRecords } from './recordedTrigger';

jest.setTimeout(60_000);
useRecords();

it('what the workflow sees carries nothing of ours', async () => {
	const { url, executions } = await start();
	await deliver(url, key, EVENT);
	await settled();
	expect(executions).toEqual([[[{ json: EVENT, pairedItem: { item: 0 } }]]]);
});

describe('one output per event', () => {
	const outputsOf = (receiver: Receiver) => receiver.executions.map((outputs) => outputs.map((items) => items.length));

	it('sends each event to its own', async () => {
		const receiver = await start({}, { outputPerEvent: true });
		for (const type of ['ContactMerged', 'ContactCreate', 'app.deleted']) {
			await deliver(receiver.url, key, { ...EVENT, type });
			await settled();
		}
		expect(outputsOf(receiver)).toEqual([
			[0, 0, 1],
			[1, 0, 0],
			[0, 1, 0],
		]);
	});

	it('also in a test run', async () => {
		const receiver = await start({ mode: 'manual' }, { outputPerEvent: true });
		await deliver(receiver.url, key, { ...EVENT, type: 'app.deleted' });
		await settled();
		expect(outputsOf(receiver)).toEqual([[0, 1, 0]]);
	});

	it('is off by default', async () => {
		const receiver = await start();
		await deliver(receiver.url, key, { ...EVENT, type: 'app.deleted' });
		await settled();
		expect(outputsOf(receiver)).toEqual([[1]]);
	});
});
