import { type IDataObject, NodeOperationError } from 'n8n-workflow';

import type { Slot } from '../../booking/slots';
import { type Fields, OPTIONS } from '../../fields/parameters';
import { isDeleted, readText } from '../../http/body';
import { writesOf } from '../../n8n/ledger';
import { type Appointment, findAppointment, isCanceled } from '../../platformApi/appointmentReads';
import { contactIdOf, ONLY_OF_CONTACT } from './appointmentFields';
import type { Located, PlatformCall } from '../platformOperation';
import { withRemarks } from '../remarks';
import { picked } from '../simplify';
import { describeAppointment, type Written, writtenItem } from './outputs';
import { updateLedger } from './updateLedger';

/** An appointment before it is changed. */
export interface AppointmentBefore {
	/** Undefined where the platform cannot be asked, did not say, or does not have it. */
	appointment?: Appointment;
	/** True where the platform was asked, and has no such appointment. */
	isMissing?: boolean;
	/** Says what could not be checked, and why. */
	unchecked?: string;
}

/**
 * Reads an appointment before it is changed, where the platform can be asked. Where that does not succeed, the change
 * goes on.
 *
 * @throws NodeOperationError where 'Only of Contact' names another contact, or cannot be checked
 */
export async function readAppointmentBefore(
	call: Located,
	appointmentId: string,
): Promise<AppointmentBefore> {
	const { client, readOrAll } = call;
	const canBeRead = (await client.dialect()).showsAppointments;
	// Where nobody can tell whose appointment it is, a contact was refused already; one workflow for both forms leaves it empty there.
	if (!canBeRead) return {};
	const isBound = readOrAll(ONLY_OF_CONTACT, OPTIONS) !== undefined;
	const before = await readOrExplain(call, appointmentId, isBound);
	if (before.appointment) {
		await refuseOtherLocation(call, appointmentId, before.appointment);
		if (isBound) await refuseOtherContact(call, appointmentId, before.appointment);
	}
	return before;
}

/** @param isBound true where it must be known whose appointment it is */
async function readOrExplain(
	{ client }: Located,
	appointmentId: string,
	isBound: boolean,
): Promise<AppointmentBefore> {
	try {
		const appointment = await findAppointment(client, appointmentId);
		return appointment ? { appointment } : { isMissing: true };
	} catch (error) {
		if (!(error instanceof Error) || error instanceof NodeOperationError || isBound)
			return await Promise.reject(error as Error);
		return {
			unchecked: `The appointment could not be read before, so it was not checked whether it still stands: ${error.message}.`,
		};
	}
}

async function refuseOtherLocation(
	{ client, refuse }: Located,
	appointmentId: string,
	{ record }: Appointment,
): Promise<void> {
	const { locationId } = await client.account.credential();
	const locationOfRecord = readText(record, 'locationId') ?? locationId;
	if (locationId === undefined || locationOfRecord === locationId) return;
	throw refuse(
		`The appointment '${appointmentId}' is in the location '${locationOfRecord}', not in '${locationId}'`,
		"Check 'Appointment'.",
		'Use the appointmentId of one of this location, as a tool returned it.',
	);
}

async function refuseOtherContact(
	call: Located,
	appointmentId: string,
	appointment: Appointment,
): Promise<void> {
	const { refuse } = call;
	const onlyContactId = await contactIdOf(call, ONLY_OF_CONTACT, OPTIONS);
	if (appointment.contactId === onlyContactId) return;
	throw refuse(
		`The appointment '${appointmentId}' is not one of the contact '${onlyContactId}'`,
		`Check 'Appointment' and '${ONLY_OF_CONTACT.displayName}'.`,
		'Use the appointmentId of one of the appointments of this contact, as a tool returned it.',
	);
}

/** @throws NodeOperationError, unsent, for an appointment that the platform does not have */
export function refuseIfMissing(
	{ refuse }: Fields,
	appointmentId: string,
	{ isMissing }: AppointmentBefore,
): void {
	if (!isMissing) return;
	throw refuse(
		`The platform has no appointment '${appointmentId}'`,
		"Check 'Appointment': it is the appointmentId in the output of the node that booked, or in the event Appointment Created.",
		'Use the appointmentId that the booking or a look-up returned. Never make one up, and do not say that it was called off.',
	);
}

/** @throws NodeOperationError, unsent, for an appointment that is missing, deleted or canceled */
export function refuseIfOver(
	call: Fields,
	appointmentId: string,
	before: AppointmentBefore,
	whatToDo = "Check 'Appointment', or book a new one with Appointment > Book.",
): void {
	refuseIfMissing(call, appointmentId, before);
	const { appointment } = before;
	if (!appointment || !isCanceled(appointment)) return;
	const { refuse } = call;
	const forModel = 'Use the appointmentId of one that stands, or book a new one.';
	throw isDeleted(appointment.record)
		? refuse(`The appointment '${appointmentId}' was deleted`, whatToDo, forModel)
		: refuse(
				`The appointment '${appointmentId}' was called off: its status is 'cancelled'`,
				whatToDo,
				forModel,
			);
}

/**
 * What is known of an appointment under the names of the output: as it was read. Where it was not, its contact and its
 * calendar as this execution has booked it, else as the item that came in says. A tool's item holds the model's arguments,
 * which say nothing.
 */
export function describeKnown(
	{ account, context, isTool, itemIndex, zone }: PlatformCall,
	appointmentId: string,
	{ appointment }: AppointmentBefore,
): IDataObject {
	if (appointment) return { ...describeAppointment(appointment, zone), appointmentId };
	const { json } = context.getInputData()[itemIndex];
	const isOfItem = json.appointmentId === appointmentId && !isTool;
	const own = writesOf(account, appointmentId).filter(
		({ execution }) => execution === context.getExecutionId(),
	);
	const known: IDataObject = Object.assign(
		{},
		isOfItem && json,
		...own.map(({ result }) => result),
	);
	return {
		appointmentId,
		contactId: readText(known, 'contactId'),
		calendarId: readText(known, 'calendarId'),
	};
}

/** A change that was carried out. */
interface Change extends Partial<Pick<Written<Slot | undefined>, 'sent' | 'status' | 'wanted'>> {
	/** As the platform sent it. */
	record?: IDataObject;
	/** What was sent beside the times, under the names of the output. */
	asked?: IDataObject;
}

/** The item after a change, with what is to be said; and the ledger knows of it. @param result of the operation */
export function makeChangedItem(
	call: PlatformCall,
	appointmentId: string,
	before: AppointmentBefore,
	result: IDataObject,
	{ record = {}, asked = {}, sent = before.appointment?.slot, ...written }: Change,
	...remarks: Array<string | false | undefined>
): IDataObject {
	const { account, zone } = call;
	const expected = {
		...describeKnown(call, appointmentId, before),
		...picked(asked, Object.keys(asked)),
	};
	const { item, slot, remark } = writtenItem(record, { ...written, expected, sent, zone });
	const ended = { ...result, ...item };
	// A canceled one can be booked again, and one that is confirmed again can be canceled again.
	const isOver =
		result.deleted === true ||
		[item.appointmentStatus, written.status].some((status) =>
			isCanceled({ status: String(status) }),
		);
	updateLedger(account, appointmentId, isOver ? undefined : { slot, item: ended });
	return withRemarks(call, ended, [remark, before.unchecked, ...remarks]);
}
