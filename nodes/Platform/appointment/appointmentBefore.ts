import { NodeOperationError } from 'n8n-workflow';

import { type Fields, OPTIONS } from '../../fields/parameters';
import { isDeleted, readText } from '../../http/body';
import { type Appointment, findAppointment, isCanceled } from '../../platformApi/appointmentReads';
import { contactIdOf, ONLY_OF_CONTACT } from '../contactField';
import type { LocatedFields } from '../platformOperation';

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
	call: LocatedFields,
	appointmentId: string,
): Promise<AppointmentBefore> {
	const { client, readOrAll } = call;
	// A form of the API that shows no appointments has refused a contact in 'Only of Contact' before.
	if (!(await client.dialect()).showsAppointments) return {};
	const isOfOneContact = readOrAll(ONLY_OF_CONTACT, OPTIONS) !== undefined;
	const before = await readOrExplain(call, appointmentId, isOfOneContact);
	if (before.appointment) {
		await refuseOtherLocation(call, appointmentId, before.appointment);
		if (isOfOneContact) await refuseOtherContact(call, appointmentId, before.appointment);
	}
	return before;
}

/** @param mustBeRead true where the change may not go on without it */
async function readOrExplain(
	{ client }: LocatedFields,
	appointmentId: string,
	mustBeRead: boolean,
): Promise<AppointmentBefore> {
	try {
		const appointment = await findAppointment(client, appointmentId);
		return appointment ? { appointment } : { isMissing: true };
	} catch (error) {
		const isOfPlatform = error instanceof Error && !(error instanceof NodeOperationError);
		if (!isOfPlatform || mustBeRead) return await Promise.reject(error as Error);
		return {
			unchecked: `The appointment could not be read before, so it was not checked whether it still stands: ${error.message}.`,
		};
	}
}

async function refuseOtherLocation(
	{ client, refuse }: LocatedFields,
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
	call: LocatedFields,
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
