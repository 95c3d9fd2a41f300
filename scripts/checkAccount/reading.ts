import { randomBytes } from 'node:crypto';

import { type Account, byId } from './account';
import { type Progress, runStep } from './steps';
import { FAR_ZONE } from './variants';

const DAY_MS = 86_400_000;

const dateIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

/** What later steps build on. */
export interface Found {
	/** The calendar that the person named, else the first; undefined where none can be read. */
	calendarId?: string;
}

/** Lists that only HighLevel has, each with its scope. */
const LISTS = [
	{ step: 'Users', path: '/users/', scope: 'users.readonly', isOfLocation: false },
	{
		step: 'Pipelines',
		path: '/opportunities/pipelines',
		scope: 'opportunities.readonly',
		isOfLocation: false,
	},
	{ step: 'Workflows', path: '/workflows/', scope: 'workflows.readonly', isOfLocation: false },
	{ step: 'Tags', path: '/tags', scope: 'locations/tags.readonly', isOfLocation: true },
	{
		step: 'Custom fields',
		path: '/customFields',
		scope: 'locations/customFields.readonly',
		isOfLocation: true,
	},
	{ step: 'Location and its time zone', path: '', scope: 'locations.readonly', isOfLocation: true },
];

/**
 * Reads what the nodes read. Each step is a line; none throws for what the platform refuses.
 *
 * @returns undefined where the token reads nothing, so that no further step makes sense
 */
export async function readAccount(
	account: Account,
	progress: Progress,
): Promise<Found | undefined> {
	const { form, calendarId: named, contact, locationId } = account.settings;
	const calendars = await runStep(account, progress, 'Calendars', 'calendar.getAll', {
		returnAll: true,
	});
	if (!calendars && account.log.entries.every(({ status }) => status === 401 || status === 403)) {
		progress.add(
			'All other steps',
			'not tried',
			'The token reads nothing of this location: check both.',
		);
		return undefined;
	}
	const first = calendars?.map(({ id }) => String(id)).find((id) => id !== 'undefined');
	const calendarId = named || first;
	if (calendarId === undefined) {
		progress.add(
			'Calendar, free slots, appointments',
			'not tried',
			'No calendar is known: name one.',
		);
	} else {
		await readCalendar(account, progress, calendarId);
	}
	if (form === 'contract') {
		await runStep(account, progress, 'Installed locations', 'installedLocation.getAll', {
			returnAll: true,
		});
		await runStep(account, progress, 'Custom webhooks', 'webhook.getAll', { returnAll: true });
	} else {
		if (contact)
			await runStep(account, progress, 'Search for a contact', 'contact.getAll', {
				query: contact,
			});
		else progress.add('Search for a contact', 'not tried', 'No email or phone was given.');
		for (const { step, path, scope, isOfLocation } of LISTS) {
			const probe = isOfLocation
				? { method: 'GET' as const, path: `/locations/${encodeURIComponent(locationId)}${path}` }
				: { method: 'GET' as const, path, query: { locationId } };
			const { status } = await account.probe(probe);
			if (status === 200) progress.add(step, 'works');
			else if (status === 401 || status === 403)
				progress.add(step, 'not allowed', `It needs ${scope}.`);
			else progress.add(step, 'differs', `The status is ${status}.`);
		}
	}
	if (form === 'highLevel') await readConversations(account, progress);
	await readVariants(account, calendarId);
	return { calendarId };
}

/** The conversations of the location, and the messages of the first. Their words are read by nobody. */
async function readConversations(account: Account, progress: Progress): Promise<void> {
	const { locationId } = account.settings;
	const query = { locationId, limit: '1' };
	const listed = await account.probe({ method: 'GET', path: '/conversations/search', query });
	if (listed.status === 401 || listed.status === 403) {
		progress.add('Conversations', 'not allowed', 'It needs conversations.readonly.');
		return;
	}
	progress.add('Conversations', listed.status === 200 ? 'works' : 'differs');
	const { conversations } = (listed.body ?? {}) as { conversations?: Array<{ id?: unknown }> };
	const id = conversations?.[0]?.id;
	if (typeof id === 'string')
		await account.probe({
			method: 'GET',
			path: `/conversations/${encodeURIComponent(id)}/messages`,
		});
}

async function readCalendar(
	account: Account,
	progress: Progress,
	calendarId: string,
): Promise<void> {
	const calendar = byId(calendarId);
	const slots = { calendarId: calendar, returnAll: true };
	await runStep(account, progress, 'Calendar', 'calendar.get', { calendarId: calendar });
	await runStep(account, progress, 'Free slots of a week', 'calendar.getFreeSlots', {
		...slots,
		startDate: dateIn(0),
		endDate: dateIn(7),
	});
	await runStep(account, progress, 'Free slots of 40 days', 'calendar.getFreeSlots', {
		...slots,
		startDate: dateIn(0),
		endDate: dateIn(40),
	});
	if (account.settings.form === 'contract') return;
	await runStep(account, progress, 'Appointments of a calendar', 'appointment.getAll', {
		appointmentsOf: 'calendar',
		calendarId: calendar,
		startDate: dateIn(-14),
		endDate: dateIn(14),
		returnAll: true,
	});
}

/** An ID that there is not, as long as HighLevel's. */
export const unknownId = () => randomBytes(15).toString('base64url');

/** Requests whose responses only show how the platform behaves. */
async function readVariants(account: Account, calendarId: string | undefined): Promise<void> {
	const { form, locationId } = account.settings;
	const isHighLevel = form === 'highLevel';
	await account.probe({ method: 'GET', path: `/calendars/${unknownId()}` });
	if (isHighLevel) {
		await account.probe({ method: 'GET', path: `/calendars/events/appointments/${unknownId()}` });
		await account.probe({ method: 'GET', path: '/account-check/no-such-path' });
		await account.probe({
			method: 'GET',
			path: '/calendars/',
			query: { locationId },
			version: '2021-07-28',
		});
	}
	if (!isHighLevel && calendarId !== undefined) {
		await account.probe({
			method: 'GET',
			path: `/calendars/${encodeURIComponent(calendarId)}/free-slots`,
			// A week back: whosever zone the dates are in, a calendar that opens weekly had slots then.
			query: { startDate: dateIn(-7), endDate: dateIn(9), timezone: FAR_ZONE },
		});
	}
}
