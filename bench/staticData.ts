import type { IDataObject } from 'n8n-workflow';

import { forgetAll } from '../nodes/PlatformTrigger/deduplication/memories';
import { MAX_EVENTS_IN_MEMORY } from '../nodes/PlatformTrigger/deduplication/rememberedEvents';
import { MAX_STORED_EVENTS } from '../nodes/PlatformTrigger/deduplication/segments';
import { kilobytes, milliseconds, type Line } from './report';
import type { Scale } from './scale';
import { alternateInProcess } from './support/alternate';
import { medianOf } from './support/spread';
import { rawDelivery, signedBody } from './support/rawDelivery';
import { remember } from './webhook';

/** As the trigger promises. */
const MAX_BYTES = 64 * 1024;

/** Accepts one event as n8n does. @returns the workflow whose static data n8n then writes */
async function acceptOne(remembered: number): Promise<{ staticData: IDataObject }> {
	const workflowId = `stores-${remembered}`;
	remember(workflowId, remembered);
	const { receive, answer, workflow } = rawDelivery(signedBody(remembered), workflowId);
	await receive();
	answer(200);
	return workflow;
}

/** n8n writes the whole column for each accepted event: how long that text is, and how long it takes. */
export async function benchStaticData({ shortRounds: rounds, turnMs: ms }: Scale): Promise<Line[]> {
	const few = await acceptOne(100);
	const most = await acceptOne(MAX_EVENTS_IN_MEMORY);
	const toText = (workflow: { staticData: IDataObject }) => JSON.stringify(workflow.staticData);
	const turns = await alternateInProcess(
		{ few: { run: () => toText(few) }, most: { run: () => toText(most) } },
		{ rounds, ms },
	);
	forgetAll();
	const bytes = { few: Buffer.byteLength(toText(few)), most: Buffer.byteLength(toText(most)) };
	const figure = (name: keyof typeof bytes) =>
		`${kilobytes(bytes[name])} in ${milliseconds(medianOf(turns[name]))}`;
	return [
		{
			what: `static data written for an accepted event, at the maximum (${MAX_STORED_EVENTS.toLocaleString('en')} stored)`,
			ours: figure('most'),
			beside: 'with 100 remembered events',
			theirs: figure('few'),
			bound: { text: `≤ ${kilobytes(MAX_BYTES)}`, holds: bytes.most <= MAX_BYTES },
		},
	];
}
