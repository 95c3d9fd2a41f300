import type { Form, ProfileChoice } from '../../sandbox/profile';

/**
 * The forms of the API, for `describe.each(FORMS)`: every suite that books, reads slots, shows a page or
 * receives a delivery runs in both.
 */
export const FORMS: Array<{
	form: Form;
	/** Of the sandbox */
	profile: ProfileChoice;
	/** Under which deliveries come, and the payload field with the event's ID */
	signatureHeader: string;
	eventIdField: string;
	/** What a delivery's credential has beside the key */
	locations: { locationIds?: string };
	/** Whether a conflict with the contact's own appointment is told apart from a taken time */
	tellsConflicts: boolean;
}> = [
	{
		...{ form: 'contract', profile: 'usual', signatureHeader: 'x-platform-signature', eventIdField: 'webhookEventId' },
		...{ locations: {}, tellsConflicts: true },
	},
	{
		...{ form: 'highLevel', profile: 'highLevel', signatureHeader: 'x-ghl-signature', eventIdField: 'webhookId' },
		...{ locations: { locationIds: 'loc-harbor' }, tellsConflicts: false },
	},
];
