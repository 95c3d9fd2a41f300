import { type IDataObject, type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';

import { fieldsAt, OPTIONS, type ParameterContext } from '../../fields/parameters';
import { readText } from '../../http/body';
import { runsAsTool } from '../../n8n/execution';
import { writesOf } from '../../n8n/ledger';
import {
	type Appointment,
	currentAppointment,
	isCanceled,
} from '../../platformApi/appointmentReads';
import type { PlatformClient } from '../../platformApi/client';
import { contactIdOf, ONLY_OF_CONTACT } from './appointmentFields';
import { describeAppointment } from './outputs';

/** An appointment before it is changed. */
export interface Present {
	/** Undefined where the platform cannot be asked, or did not say. */
	appointment?: Appointment;
	/** Says what could not be checked, and why. */
	unchecked?: string;
}

/**
 * Reads an appointment before it is changed, where the platform can be asked. Where that does not succeed, the change
 * goes on.
 *
 * @throws NodeOperationError where 'Only of Contact' names another contact, or cannot be checked
 */
export async function readPresent(
	context: ParameterContext,
	itemIndex: number,
	client: PlatformClient,
	appointmentId: string,
): Promise<Present> {
	const { read, refuse } = fieldsAt(context, itemIndex);
	const isBound = read(ONLY_OF_CONTACT, OPTIONS) !== undefined;
	if (isBound) await client.requires('readAppointments', `'${ONLY_OF_CONTACT.displayName}'`);
	if (!(await client.can('readAppointments'))) return {};
	const present = await currentAppointment(client, appointmentId).then(
		(appointment): Present => ({ appointment }),
		(error: unknown): Present => {
			if (!(error instanceof Error) || error instanceof NodeOperationError || isBound) throw error;
			const unchecked = `The appointment could not be read before, so it was not checked whether it still stands: ${error.message}.`;
			return { unchecked };
		},
	);
	const { contactId, status } = present.appointment ?? {};
	// One that is gone belongs to nobody.
	if (!isBound || (contactId === undefined && isCanceled({ status }))) return present;
	const only = await contactIdOf(context, client, itemIndex, ONLY_OF_CONTACT, OPTIONS);
	if (contactId === only) return present;
	throw refuse(
		`The appointment '${appointmentId}' is not one of the contact '${only}'`,
		`Check 'Appointment' and '${ONLY_OF_CONTACT.displayName}'.`,
		'Use the appointmentId of one of the appointments of this contact, as a tool returned it.',
	);
}

/** @throws NodeOperationError, unsent, for an appointment that is deleted or canceled */
export function refuseIfOver(
	context: IExecuteFunctions,
	itemIndex: number,
	appointmentId: string,
	{ appointment }: Present,
	whatToDo = "Check 'Appointment', or book a new one with Appointment > Book.",
): void {
	if (!appointment || !isCanceled(appointment)) return;
	const how = appointment.record.deleted ? 'was deleted, or was never there' : 'was called off';
	throw fieldsAt(context, itemIndex).refuse(
		`The appointment '${appointmentId}' ${how}`,
		whatToDo,
		'Use the appointmentId of one that stands, or book a new one.',
	);
}

/**
 * What is known of an appointment under the names of the output: as it was read. Where it was not, its contact and its
 * calendar as this execution has booked it, else as the item that came in says. A tool's item holds the model's arguments,
 * which say nothing.
 */
export function knownOf(
	context: IExecuteFunctions,
	itemIndex: number,
	account: string,
	appointmentId: string,
	zone: string,
	{ appointment }: Present,
): IDataObject {
	if (appointment) return { ...describeAppointment(appointment, zone), appointmentId };
	const { json } = context.getInputData()[itemIndex];
	const isOfItem = json.appointmentId === appointmentId && !runsAsTool(context.getNode());
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
