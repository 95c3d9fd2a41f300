import type { INodeParameterResourceLocator, INodeParameters } from 'n8n-workflow';

import type { Slot } from './slots';

/** What a person enters under "By ID". */
export const byId = (value: string): INodeParameterResourceLocator => ({
	__rl: true,
	mode: 'id',
	value,
});

/** Appointment > Book by start and end, for a contact and a calendar of the seed. */
export const bookAt = (slot: Slot, rest: INodeParameters = {}): INodeParameters => ({
	resource: 'appointment',
	operation: 'book',
	calendarId: byId('cal-onboarding'),
	contactId: 'contact-ada',
	slotSource: 'startEnd',
	startTime: slot.startTime,
	endTime: slot.endTime,
	...rest,
});

