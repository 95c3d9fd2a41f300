import type { IDataObject } from 'n8n-workflow';

import type { Slot, SlotFilters } from '../../booking/slots';
import type { Calendars } from '../../bookingPage/calendarEntry';
import type { Offer, PageResult } from '../../bookingPage/pageParts';
import type { ActOrNone } from '../../bookingPage/readContactInput';
import type { Outcome } from '../../platformApi/write';
import type { LocatedFields } from '../platformOperation';

/** How long a page waits for appointments of the platform. Without them, it shows what the node's fields say. */
export const MAX_APPOINTMENT_READ_MS = 8_000;

/** How old a reading may be that shows what became of a form: the contact looks for it within seconds. */
export const MAX_AGE_AFTER_FORM_MS = 1_000;

/** The fields that both pages have. */
export interface PageSettings {
	offer: Offer;
	/** The tag of a language, or `browser` for the one that the browser prefers. */
	language: string;
	/** The language of startText in the output, and of a page for a browser whose own is not known. */
	textLanguage?: string;
	/** Address to go to once something is done, in place of the page's own confirmation. */
	redirect?: string;
	/** The zone of the filters, of the output, and of contacts whose own zone is not known. */
	zone: string;
	daysAhead: number;
	filters: SlotFilters;
	/** The contact can say that none of the times suits. */
	takesNone: boolean;
}

/** A page that a contact decides on, as the node's fields say. */
export interface ContactPage extends PageSettings {
	calendarId: string;
	/** Whose free slots are offered, where a team member is chosen. */
	userId?: string;
	/** Length of the slots in milliseconds; with 0, as the calendar lists them. */
	duration: number;
	/** The appointment that is asked about, as the platform has it where it says so; without it, one is booked. */
	appointment?: Slot;
	/** Where it was when the link was sent. */
	formerSlot?: Slot;
	/** It no longer stands: the platform shows it as canceled, or does not know it. */
	isGone?: boolean;
	/** The platform shows it as canceled or deleted. */
	isCanceled?: boolean;
	/** The platform has shown the appointment. */
	isRead?: boolean;
	/** Says that the platform could not be asked for it, and why. */
	unchecked?: string;
	appointmentId?: string;
	/** What the contact can do. */
	acts: readonly ActOrNone[];
	/** The ID of the contact who books. */
	contactId?: () => Promise<string>;
	/** @param isRepeat an earlier request may have done it */
	write(act: ActOrNone, slot: Slot, isRepeat?: boolean): Promise<Outcome>;
	/** The status that the appointment is to have, where it is asked about. */
	statusAfter?(outcome: PageResult['outcome']): string | undefined;
	/** The item with which the workflow continues. */
	item(decided: DecisionResult, calendarEntry?: Calendars): Promise<IDataObject>;
}

/** A decision that was carried out. */
export interface DecisionResult extends PageResult {
	/** The appointment as the platform sent it; empty where it sent none. */
	record?: IDataObject;
	/** True where an earlier request did it. */
	isEarlier?: boolean;
}

/**
 * How the appointment is read that is asked about.
 *
 * - none: not at all, where nobody sees the page
 * - toCheckContact: only where 'Only of Contact' has to be checked before the page is offered
 * - shared: a reading of the last seconds will do
 * - afterForm: one of the last second, as the contact asks what became of a form that was just sent
 * - fresh: anew, before it is changed
 */
export type AppointmentReading = 'none' | 'toCheckContact' | 'shared' | 'afterForm' | 'fresh';

/** Reads the page of the one item that waits. @throws NodeOperationError that names a field which cannot be used */
export type ReadPage = (call: LocatedFields, reading: AppointmentReading) => Promise<ContactPage>;
