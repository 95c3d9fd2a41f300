import { readFileSync } from 'node:fs';
import path from 'node:path';

import { KEPT } from '../../../nodes/Platform/appointment/outputFields';
import { appointmentSettings } from '../../../nodes/Platform/appointment/settings';
import { ROOT } from './packageClasses';

/** What the editor offers before a run, for outputs that show an appointment. Those that take a slot: test/engine/platform/operations.test.ts. */
const OUTPUTS: Record<string, string[]> = {
	askToConfirm: KEPT.decided,
	delete: KEPT.deleted,
	get: KEPT.read,
	getAll: KEPT.read,
	offerSlots: KEPT.booked,
	update: KEPT.updated,
	updateStatus: KEPT.updated,
};

/** Only Book and Reschedule can take another slot than the one that was asked for first. */
const OF_OTHERS = ['wantedStartTime'];

it.each(Object.entries(OUTPUTS))(
	'the output schema of Appointment > %s has each field that Simplify keeps',
	(operation, kept) => {
		const file = `nodes/Platform/__schema__/v1.0.0/appointment/${operation}.json`;
		const { properties } = JSON.parse(readFileSync(path.join(ROOT, file), 'utf8')) as {
			properties: object;
		};

		const missing = kept.filter((name) => !(name in properties) && !OF_OTHERS.includes(name));

		expect(missing.map((name) => `Add "${name}" to ${file}`)).toEqual([]);
	},
);

it.each(Object.entries(appointmentSettings))(
	'Simplify keeps the setting %s where the record of the platform has it, and only there',
	(name, { isInRecord }) => {
		const isKept = KEPT.read.includes(name);

		const advice: string[] = [];
		if (isInRecord && !isKept)
			advice.push(`Add '${name}' to APPOINTMENT in nodes/Platform/appointment/outputFields.ts`);
		if (isKept && !isInRecord)
			advice.push(
				`Give '${name}' isInRecord: true in nodes/Platform/appointment/settings.ts: APPOINTMENT in outputFields.ts has it`,
			);
		expect(advice).toEqual([]);
	},
);
