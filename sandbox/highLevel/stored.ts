import { randomUUID } from 'node:crypto';

import type { FollowUp, Stored } from '../contacts/followUp';
import { own, type Call } from '../http/call';
import { ok, Refusal, type PlatformResponse } from '../responses';

export type Body = Record<string, unknown>;

type Kind = keyof FollowUp;

/** What a record is called in a refusal. */
const NAMES: Record<Kind, string> = {
	opportunities: 'opportunities',
	tasks: 'tasks',
	notes: 'notes',
	appointmentNotes: 'notes',
	messages: 'messages',
	customFields: 'customFields',
	enrolled: 'enrolled',
	deletedContacts: 'contacts',
};

export const now = () => new Date(Date.now()).toISOString();

/** @throws Refusal for one that is not there; HighLevel describes 400 and 401 only */
export function stored(call: Call, kind: Kind, id: string): Stored {
	const list: Stored[] = call.state.followUp[kind];
	return own(call, list, id, `No ${NAMES[kind]} found with the id ${id}`);
}

export function addRecord({ state, access }: Call, kind: Kind, fields: Body): Stored {
	const record = { id: `${kind}-${randomUUID()}`, ...fields, locationId: access.locationId ?? '' };
	(state.followUp[kind] as Stored[]).push(record);
	return record;
}

export function removeRecord(call: Call, kind: Kind, record: Stored): PlatformResponse {
	const list: Stored[] = call.state.followUp[kind];
	list.splice(list.indexOf(record), 1);
	return ok({ succeded: true });
}

/** Without the location, which the official schema does not have. */
export const withoutLocation = ({ locationId: _, ...record }: Stored) => record;

/** @throws Refusal for a user that the location does not have; the status and words were recorded */
export function refuseUnknownUser({ state, access }: Call, userId: unknown): void {
	const isKnown = state.seed.users.some(
		({ id, locationIds }) => id === userId && locationIds.includes(access.locationId ?? ''),
	);
	if (userId !== undefined && userId !== null && userId !== '' && !isKnown)
		throw new Refusal(401, 'The user does not exist.');
}

interface CustomValue {
	id?: string;
	key?: string;
	field_value?: unknown;
	fieldValue?: unknown;
}

/**
 * Custom fields of a request by their IDs.
 *
 * @throws Refusal for one that the location does not have, such as a deleted one
 */
export function customValuesOf(call: Call, model: string, given: unknown) {
	const values = (given ?? []) as CustomValue[];
	return values.map(({ id, key, field_value, fieldValue = field_value }) => {
		const field = call.state.followUp.customFields.find(
			(one) =>
				one.locationId === call.access.locationId &&
				one.model === model &&
				(id ? one.id === id : one.fieldKey === key || one.fieldKey === `${model}.${key}`),
		);
		if (!field) throw new Refusal(400, `Custom field with id ${id ?? key} not found`);
		return { id: field.id, value: fieldValue };
	});
}

/** The values that a record has after a change: those that are given replace those with the same ID. */
export function mergeCustomValues(
	before: unknown,
	given: Array<{ id: string; value: unknown }>,
): Array<{ id: string; value: unknown }> {
	const kept = ((before ?? []) as Array<{ id: string; value: unknown }>).filter(
		({ id }) => !given.some((one) => one.id === id),
	);
	return [...kept, ...given];
}
