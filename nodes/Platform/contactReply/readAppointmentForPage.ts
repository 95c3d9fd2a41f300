import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { OPTIONS } from '../../fields/parameters';
import { withTimeout } from '../../utils/withTimeout';
import { RecentReads } from '../../utils/recentReads';
import { type AppointmentBefore, readAppointmentBefore } from '../appointment/appointmentBefore';
import { ONLY_OF_CONTACT } from '../contactField';
import type { LocatedFields } from '../platformOperation';
import {
	type AppointmentReading,
	MAX_AGE_AFTER_FORM_MS,
	MAX_APPOINTMENT_READ_MS,
} from './contactPage';

/** The appointment as the platform has it, or why nobody may see it. */
interface CheckedAppointment extends AppointmentBefore {
	/** It is of another contact or location than it has to be. */
	refusal?: NodeOperationError;
}

/** A page that is loaded many times asks the platform once in some seconds. */
const recentAppointments = new RecentReads<CheckedAppointment>(10_000, 1_000);

/** Under which a reading is shared. Whom it has to belong to is checked with it. */
function readingKey({ account, entered }: LocatedFields, appointmentId: string): string {
	return JSON.stringify([account, appointmentId, entered(ONLY_OF_CONTACT, OPTIONS)]);
}

/** Undefined for as long as readings are shared. */
function maxAgeOf(reading: AppointmentReading): number | undefined {
	if (reading === 'shared') return undefined;
	return reading === 'afterForm' ? MAX_AGE_AFTER_FORM_MS : 0;
}

/** Makes the next request read it anew. */
export function forgetAppointment(call: LocatedFields, appointmentId: string): void {
	recentAppointments.forget(readingKey(call, appointmentId));
}

async function readAndCheck(
	call: LocatedFields,
	appointmentId: string,
): Promise<CheckedAppointment> {
	try {
		return await readAppointmentBefore(call, appointmentId);
	} catch (error) {
		if (error instanceof NodeOperationError) return { refusal: error };
		return await Promise.reject(error as Error);
	}
}

/**
 * Reads the appointment that a page asks about, where the platform can be asked.
 *
 * @throws NodeOperationError where it is not of the contact in 'Only of Contact'; NodeApiError where that cannot be checked
 */
export async function readAppointmentForPage(
	call: LocatedFields,
	appointmentId: string,
	reading: AppointmentReading,
): Promise<AppointmentBefore> {
	const isBound = call.readOrAll(ONLY_OF_CONTACT, OPTIONS) !== undefined;
	if (reading === 'none' || (reading === 'toCheckContact' && !isBound)) return {};
	const sharedReading = recentAppointments.get(
		readingKey(call, appointmentId),
		async () => await readAndCheck(call, appointmentId),
		maxAgeOf(reading),
	);
	const appointment = await withTimeout(sharedReading, MAX_APPOINTMENT_READ_MS);
	const message = 'The platform did not respond in time';
	if (!appointment) {
		if (isBound) throw new NodeApiError(call.client.node, { message }, { message });
		return { unchecked: message };
	}
	if (appointment.refusal) throw appointment.refusal;
	return appointment;
}
