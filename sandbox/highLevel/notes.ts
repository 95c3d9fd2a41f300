import {
	addRecord,
	now,
	refuseUnknownUser,
	removeRecord,
	stored,
	withoutLocation,
	type Body,
} from './stored';
import type { Stored } from '../contacts/followUp';
import { ownAppointment, ownContact, type Call, type OperationHandlers } from '../http/call';
import { ok, Refusal } from '../responses';

/** @throws Refusal for a note of another contact */
function noteOfContact(call: Call): Stored {
	const contact = ownContact(call);
	const note = stored(call, 'notes', call.params.id);
	if (note.contactId !== contact.id) throw new Refusal(400, 'Note not found');
	return note;
}

/** The path calls it `appointmentId`, others `eventId`. */
const appointmentOf = (call: Call) =>
	ownAppointment({ ...call, params: { eventId: call.params.appointmentId } });

/** @throws Refusal for a note of another appointment */
function noteOfAppointment(call: Call): Stored {
	const appointment = appointmentOf(call);
	const note = stored(call, 'appointmentNotes', call.params.noteId);
	if (note.appointmentId !== appointment.id) throw new Refusal(400, 'Note not found');
	return note;
}

function changeNote(call: Call, note: Stored) {
	const body = call.body as Body;
	refuseUnknownUser(call, body.userId);
	return ok({ note: withoutLocation(Object.assign(note, body)) });
}

const asAppointmentNote = (note: Stored) => {
	const { appointmentId: _, ...record } = withoutLocation(note) as Body;
	return record;
};

/** Notes of contacts and of appointments, by operationId of highLevel.yaml. */
export const noteHandlers: OperationHandlers = {
	'get-all-notes'(call) {
		const { id } = ownContact(call);
		const notes = call.state.followUp.notes.filter(({ contactId }) => contactId === id);
		return ok({ notes: notes.map(withoutLocation).reverse() });
	},
	'create-note'(call) {
		const body = call.body as Body;
		const { id: contactId } = ownContact(call);
		refuseUnknownUser(call, body.userId);
		const note = addRecord(call, 'notes', { ...body, contactId, dateAdded: now() });
		return ok({ note: withoutLocation(note) }, 201);
	},
	'get-note': (call) => ok({ note: withoutLocation(noteOfContact(call)) }),
	'update-note': (call) => changeNote(call, noteOfContact(call)),
	'delete-note': (call) => removeRecord(call, 'notes', noteOfContact(call)),

	'get-appointment-notes'(call) {
		const { id } = appointmentOf(call);
		const { limit, offset } = call.query as Record<string, number>;
		const notes = call.state.followUp.appointmentNotes
			.filter(({ appointmentId }) => appointmentId === id)
			.reverse();
		const page = notes.slice(offset, offset + limit);
		return ok({ notes: page.map(asAppointmentNote), hasMore: offset + limit < notes.length });
	},
	'create-appointment-note'(call) {
		const body = call.body as Body;
		const { id: appointmentId, contactId } = appointmentOf(call);
		refuseUnknownUser(call, body.userId);
		const fields = { ...body, contactId, appointmentId, dateAdded: now() };
		return ok({ note: asAppointmentNote(addRecord(call, 'appointmentNotes', fields)) }, 201);
	},
	'update-appointment-note'(call) {
		const note = noteOfAppointment(call);
		const body = call.body as Body;
		refuseUnknownUser(call, body.userId);
		return ok({ note: asAppointmentNote(Object.assign(note, body)) });
	},
	'delete-appointment-note'(call) {
		removeRecord(call, 'appointmentNotes', noteOfAppointment(call));
		return ok({ success: true });
	},
};
