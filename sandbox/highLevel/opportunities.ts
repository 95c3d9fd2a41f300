import { asContact } from './records';
import {
	addRecord,
	customValuesOf,
	mergeCustomValues,
	now,
	refuseUnknownUser,
	removeRecord,
	stored,
	type Body,
} from './stored';
import type { Stored } from '../contacts/followUp';
import { ofLocation, own, ownContact, type Call, type OperationHandlers } from '../http/call';
import { ok, Refusal } from '../responses';

/** @throws Refusal for a pipeline of another location, and a stage of another pipeline */
function refuseUnknownStage(call: Call, { pipelineId, pipelineStageId }: Body): void {
	const { pipelines } = call.state.seed;
	const { stages } = own(call, pipelines, pipelineId, 'The pipeline id is invalid.', 400);
	if (!stages.some(({ id }) => id === pipelineStageId))
		throw new Refusal(400, 'The pipeline stage id is invalid.');
}

/** @throws Refusal for a reason that the location does not have */
function refuseUnknownReason(call: Call, reasonId: unknown): void {
	if (reasonId === undefined) return;
	own(call, call.state.seed.lostReasons, reasonId, 'The lost reason id is invalid.', 400);
}

/** @throws Refusal, as recorded, where the contact has an opportunity in the pipeline and may have one only */
function refuseSecond(call: Call, { contactId, pipelineId }: Body): void {
	if (call.state.profile.opportunities === 'several') return;
	const existing = ofLocation(call, call.state.followUp.opportunities).find(
		(one) => one.contactId === contactId && one.pipelineId === pipelineId,
	);
	if (!existing) return;
	throw new Refusal(400, 'Can not create duplicate opportunity for the contact.', {
		beside: { code: 'OPPORTUNITY_NO_DUPLICATE', meta: { existingId: existing.id } },
	});
}

const ownOpportunity = (call: Call) => stored(call, 'opportunities', call.params.id);

/** Custom fields are written as `field_value`, and shown as `fieldValue`. */
function asOpportunity(call: Call, { customFields, ...record }: Stored) {
	const contact = call.state.contacts.get(String(record.contactId));
	const { name, email, phone, tags } = contact ? asContact(contact) : { tags: [] as unknown };
	const values = (customFields ?? []) as Array<{ id: string; value: unknown }>;
	return {
		...record,
		customFields: values.map(({ id, value }) => ({ id, fieldValue: value })),
		contact: { id: record.contactId, name, email, phone, tags },
	};
}

/** The moments at which status and stage changed last. */
function changeTimes(before: Body, after: Body): Body {
	const changed = now();
	return {
		updatedAt: changed,
		...(before.status !== after.status && { lastStatusChangeAt: changed }),
		...(before.pipelineStageId !== after.pipelineStageId && { lastStageChangeAt: changed }),
	};
}

/** `12-31-2026` as a time in UTC. */
function timeOfDay(text: unknown): number {
	const [month, day, year] = String(text).split('-');
	return Date.parse(`${year}-${month}-${day}T00:00:00Z`);
}

const DAY_MS = 24 * 3_600_000;

/** Opportunities, their pipelines and reasons, by operationId of highLevel.yaml. */
export const opportunityHandlers: OperationHandlers = {
	'create-opportunity'(call) {
		const { customFields, ...body } = call.body as Body & { contactId: string };
		ownContact(call, body.contactId);
		refuseUnknownUser(call, body.assignedTo);
		refuseUnknownReason(call, body.lostReasonId);
		const { pipelines } = call.state.seed;
		const firstStage = pipelines.find(({ id }) => id === body.pipelineId)?.stages[0].id;
		const fields = {
			pipelineStageId: firstStage,
			monetaryValue: 0,
			...body,
			customFields: customValuesOf(call, 'opportunity', customFields),
			createdAt: now(),
			...changeTimes({}, { ...body, pipelineStageId: firstStage }),
		};
		refuseUnknownStage(call, fields);
		refuseSecond(call, fields);
		return ok({ opportunity: asOpportunity(call, addRecord(call, 'opportunities', fields)) }, 201);
	},

	'get-opportunity': (call) => ok({ opportunity: asOpportunity(call, ownOpportunity(call)) }),

	'update-opportunity'(call) {
		const before = ownOpportunity(call);
		const { customFields, ...body } = call.body as Body;
		refuseUnknownUser(call, body.assignedTo);
		refuseUnknownReason(call, body.lostReasonId);
		const given = customValuesOf(call, 'opportunity', customFields);
		const after = {
			...before,
			...body,
			customFields: mergeCustomValues(before.customFields, given),
		};
		refuseUnknownStage(call, after);
		Object.assign(before, after, changeTimes(before, after));
		return ok({ opportunity: asOpportunity(call, before) });
	},

	'update-opportunity-status'(call) {
		const opportunity = ownOpportunity(call);
		const body = call.body as Body;
		refuseUnknownReason(call, body.lostReasonId);
		Object.assign(opportunity, changeTimes(opportunity, { ...opportunity, ...body }), body);
		return ok({ succeded: true });
	},

	'delete-opportunity': (call) => removeRecord(call, 'opportunities', ownOpportunity(call)),

	/** In the order of their creation, or as `order` says; the dates are days of the creation, both included. */
	'search-opportunity'(call) {
		const { q = '', page, limit, status = 'all', order, date, endDate } = call.query;
		const { country, getTasks, getNotes, getCalendarEvents } = call.query;
		const names = {
			pipeline_id: 'pipelineId',
			pipeline_stage_id: 'pipelineStageId',
			contact_id: 'contactId',
			assigned_to: 'assignedTo',
			campaignId: 'campaignId',
			id: 'id',
		};
		const countryOf = (one: Stored) => call.state.contacts.get(String(one.contactId))?.country;
		const ofContact = (list: Stored[], one: Stored) =>
			list.filter(({ contactId }) => contactId === one.contactId);
		const isMeant = (one: Stored) =>
			(status === 'all' || one.status === status) &&
			(country === undefined || countryOf(one) === country) &&
			Object.entries(names).every(
				([name, field]) => call.query[name] === undefined || call.query[name] === one[field],
			);
		const createdAt = (one: Stored) => Date.parse(String(one.createdAt));
		const isInTime = (one: Stored) =>
			(date === undefined || createdAt(one) >= timeOfDay(date)) &&
			(endDate === undefined || createdAt(one) < timeOfDay(endDate) + DAY_MS);
		const words = String(q).toLowerCase();
		const matching = ofLocation(call, call.state.followUp.opportunities).filter(
			(one) => isMeant(one) && isInTime(one),
		);
		if (order === 'name_asc' || order === 'name_desc')
			matching.sort((one, other) => String(one.name).localeCompare(String(other.name)));
		const found = matching
			.map((one) => asOpportunity(call, one))
			.filter((one) => JSON.stringify(one).toLowerCase().includes(words));
		if (order === 'added_desc' || order === 'name_desc') found.reverse();
		const from = (Number(page) - 1) * Number(limit);
		const meta = { total: found.length, currentPage: page };
		const { followUp, appointments } = call.state;
		const ofPage = found.slice(from, from + Number(limit)).map((one) => ({
			...one,
			...(getTasks === true && { tasks: ofContact(followUp.tasks, one) }),
			...(getNotes === true && { notes: ofContact(followUp.notes, one) }),
			...(getCalendarEvents === true && {
				calendarEvents: ofContact(appointments.listed() as unknown as Stored[], one),
			}),
		}));
		return ok({ opportunities: ofPage, meta });
	},

	'get-pipelines': (call) => ok({ pipelines: ofLocation(call, call.state.seed.pipelines) }),

	'get-lost-reason'(call) {
		const { query = '', name: wantedName, skip, limit } = call.query;
		const words = String(query).toLowerCase();
		const found = ofLocation(call, call.state.seed.lostReasons)
			.filter(({ name }) => name.toLowerCase().includes(words))
			.filter(({ name }) => [undefined, name].includes(wantedName as string));
		const page = found.slice(Number(skip), Number(skip) + Number(limit));
		return ok({ lostReasons: page, total: found.length });
	},
};
