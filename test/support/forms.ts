import { DateTime } from 'luxon';

import type { Sandbox } from '../../sandbox/createSandbox';
import type { Form, ProfileChoice } from '../../sandbox/profile';

/** A UTC text of the sandbox as the nodes put it out in the zone of Harbor Dental. */
export const inHarborZone = (time: string) =>
	DateTime.fromISO(time, { zone: 'America/New_York' }).toFormat("yyyy-MM-dd'T'HH:mm:ssZZ");

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
	/** What the CRM Platform (GoHighLevel) Webhook API credential has beside the key */
	signing: { api: Form; locationIds?: string };
	/** How the trigger is told to the platform */
	registration: { registration: 'automatic' | 'manual'; authentication?: 'oAuth2' };
	/** Whether the platform can be asked what became of a write */
	canBeAsked: boolean;
	/** A UTC text of the sandbox as the nodes put it out where no zone is chosen and the workflow is in UTC */
	listed: (time: string) => string;
}> = [
	{
		form: 'contract',
		profile: 'usual',
		signatureHeader: 'x-platform-signature',
		eventIdField: 'webhookEventId',
		canBeAsked: false,
		listed: (time) => time,
		signing: { api: 'contract' },
		registration: { registration: 'automatic', authentication: 'oAuth2' },
	},
	{
		form: 'highLevel',
		profile: 'highLevel',
		signatureHeader: 'x-ghl-signature',
		eventIdField: 'webhookId',
		canBeAsked: true,
		listed: (time) => inHarborZone(time),
		signing: { api: 'highLevel', locationIds: 'loc-harbor' },
		registration: { registration: 'manual' },
	},
];

/** Of a sandbox. */
export const formOf = (sandbox: Sandbox) =>
	FORMS.find(({ form }) => form === sandbox.form()) ?? FORMS[0];
