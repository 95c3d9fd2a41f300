import { randomBytes } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

import { type Account, byId } from './account';
import type { Leftovers, Made } from './leftovers';
import { type Found, unknownId } from './reading';
import { type Progress, runStep } from './steps';

const DAY_MS = 86_400_000;

/** Far enough ahead that nobody prepares for it, near enough for calendars that open some weeks ahead. */
const FROM_DAYS = 21;
const TO_DAYS = 35;

/** The name of what is made begins with it, so that a person recognizes it. */
export const MARK = 'Account check';

interface Slot {
	startTime: string;
	endTime: string;
}

/** The life of an appointment, and of what a contact has, step by step. Stops where the signal says so. */
export class Writing {
	constructor(
		private readonly account: Account,
		private readonly progress: Progress,
		private readonly leftovers: Leftovers,
		private readonly signal: AbortSignal,
	) {}

	/** Makes, changes and reads everything once. What it leaves is in the record of leftovers. */
	async run({ calendarId }: Found): Promise<void> {
		if (calendarId === undefined) {
			this.progress.add('Booking', 'not tried', 'No calendar is known.');
			return;
		}
		const contactId = await this.contact();
		if (contactId === undefined || this.signal.aborted) return;
		const slots = await this.freeSlots(calendarId);
		if (slots.length < MIN_SLOTS) {
			this.progress.add(
				'Booking',
				'not tried',
				`The calendar has no ${MIN_SLOTS} free slots in three to five weeks.`,
			);
			return;
		}
		await this.appointment(calendarId, contactId, slots);
		if (this.account.settings.form === 'highLevel' && !this.signal.aborted)
			await this.followUp(contactId);
	}

	/** Removes what the record of leftovers names, and says what could not be removed. */
	async removeAll(): Promise<void> {
		// Appointments first: without their contact, some cannot be removed any more.
		const order: Array<Made['kind']> = ['appointment', 'note', 'task', 'tag', 'contact'];
		for (const kind of order) {
			for (const made of this.leftovers.all().filter((one) => one.kind === kind))
				await this.remove(made);
		}
	}

	/** The contact to book: one of our own where the form can make one, else the one that the person named. */
	private async contact(): Promise<string | undefined> {
		const { form, contact } = this.account.settings;
		if (form === 'contract') {
			if (contact) return contact;
			this.progress.add(
				'Booking',
				'not tried',
				'The Platform API makes no contacts: name the ID of one of yours.',
			);
			return undefined;
		}
		const email = `account-check-${randomBytes(4).toString('hex')}@example.com`;
		const made = this.leftovers.add({ kind: 'contact', id: '', of: email });
		const items = await runStep(this.account, this.progress, 'Create a contact', 'contact.upsert', {
			email,
			firstName: MARK,
			lastName: email.slice(14, 22),
		});
		const id = textOf(items, 'contactId');
		if (id === undefined) return undefined;
		this.leftovers.identify(made, id);
		await this.searchLag(email);
		return id;
	}

	/** How long a search does not find a new contact. */
	private async searchLag(email: string): Promise<void> {
		const { locationId } = this.account.settings;
		const body = {
			locationId,
			pageLimit: 1,
			filters: [{ field: 'email', operator: 'eq', value: email }],
		};
		const { body: found } = await this.account.probe({
			method: 'POST',
			path: '/contacts/search',
			body,
		});
		const list = (found as { contacts?: unknown[] } | null)?.contacts;
		const isFound = Array.isArray(list) && list.length > 0;
		this.progress.add(
			'A new contact in the search',
			'works',
			isFound ? 'found at once' : 'not found at once',
		);
	}

	private async freeSlots(calendarId: string): Promise<Slot[]> {
		const date = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
		const { json } = await this.account.run('calendar.getFreeSlots', {
			calendarId: byId(calendarId),
			startDate: date(FROM_DAYS),
			endDate: date(TO_DAYS),
			returnAll: true,
		});
		return json as unknown as Slot[];
	}

	private async appointment(calendarId: string, contactId: string, slots: Slot[]): Promise<void> {
		const [first, second, ...others] = slots;
		const calendar = byId(calendarId);
		const isHighLevel = this.account.settings.form === 'highLevel';
		const made = this.leftovers.add({ kind: 'appointment', id: '', of: contactId });
		const items = await runStep(this.account, this.progress, 'Book', 'appointment.book', {
			calendarId: calendar,
			contactId: byId(contactId),
			slotSource: 'startEnd',
			...timesOf(first),
			options: { title: MARK, ...(isHighLevel && { toNotify: false }) },
		});
		const id = textOf(items, 'appointmentId');
		if (id === undefined) {
			// The platform refused it, or nobody knows: then the contact's removal takes it along.
			this.leftovers.remove(made);
			return;
		}
		this.leftovers.identify(made, id);
		const appointmentId = byId(id);
		if (isHighLevel)
			await runStep(this.account, this.progress, 'Read it back', 'appointment.get', {
				appointmentId,
			});
		else
			await this.account.probe({
				method: 'POST',
				path: '/calendars/events/appointments',
				body: this.bookingAgain(calendarId, contactId, first),
			});
		if (this.signal.aborted) return;
		await runStep(this.account, this.progress, 'Move it', 'appointment.reschedule', {
			appointmentId,
			calendarId: calendar,
			slotSource: 'startEnd',
			...timesOf(second),
		});
		if (isHighLevel && !this.signal.aborted)
			await this.highLevelVariants(id, calendarId, contactId, second, others);
		if (this.signal.aborted) return;
		await runStep(this.account, this.progress, 'Cancel it', 'appointment.cancel', {
			appointmentId,
		});
		if (!isHighLevel) {
			await this.account.probe({ method: 'DELETE', path: `/calendars/events/${unknownId()}` });
			this.leftovers.remove(made);
			return;
		}
		await runStep(this.account, this.progress, 'Read it after that', 'appointment.get', {
			appointmentId,
		});
	}

	/** The same slot for the same contact once more: which refusal comes first is not shown. */
	private bookingAgain(calendarId: string, contactId: string, slot: Slot): IDataObject {
		const { locationId } = this.account.settings;
		return { calendarId, locationId, contactId, ...timesOf(slot) };
	}

	/** What HighLevel's paper and its record say differently. */
	private async highLevelVariants(
		id: string,
		calendarId: string,
		contactId: string,
		slot: Slot,
		others: Slot[],
	): Promise<void> {
		const { account, progress } = this;
		const path = `/calendars/events/appointments/${encodeURIComponent(id)}`;
		await runStep(account, progress, 'Change its status', 'appointment.updateStatus', {
			appointmentId: byId(id),
			appointmentStatus: 'new',
		});
		// Times without a status.
		await account.probe({ method: 'PUT', path, body: { ...timesOf(slot), toNotify: false } });
		await account.probe({ method: 'GET', path });
		const free = others.find(({ endTime }, index) => others[index + 1]?.startTime === endTime);
		const { locationId } = account.settings;
		const booking = { calendarId, locationId, contactId, title: MARK, toNotify: false };
		if (free) {
			const { endTime } = others[others.indexOf(free) + 1];
			await this.bookedByProbe({ ...booking, startTime: free.startTime, endTime });
		}
		const last = others.at(-1);
		if (last) {
			const startTime = new Date(last.startTime).toISOString().replace('.000Z', 'Z');
			const endTime = new Date(last.endTime).toISOString().replace('.000Z', 'Z');
			await this.bookedByProbe({ ...booking, startTime, endTime });
		}
	}

	/** A booking that may be refused; what was made is removed at once. */
	private async bookedByProbe(body: IDataObject): Promise<void> {
		const made = this.leftovers.add({ kind: 'appointment', id: '', of: String(body.contactId) });
		const response = await this.account.probe({
			method: 'POST',
			path: '/calendars/events/appointments',
			body,
		});
		const record = response.body as { id?: unknown; appointment?: { id?: unknown } } | null;
		const id = record?.id ?? record?.appointment?.id;
		if (response.status >= 300 || typeof id !== 'string') {
			this.leftovers.remove(made);
			return;
		}
		this.leftovers.identify(made, id);
		await this.remove(made);
	}

	private async followUp(contactId: string): Promise<void> {
		const { account, progress, leftovers } = this;
		const contact = byId(contactId);
		const path = `/contacts/${encodeURIComponent(contactId)}`;
		const note = await account.probe({
			method: 'POST',
			path: `${path}/notes`,
			body: { body: MARK },
		});
		progress.add('Add a note', note.status < 300 ? 'works' : 'does not work');
		const dueDate = new Date(Date.now() + FROM_DAYS * DAY_MS).toISOString();
		await runStep(account, progress, 'Create a task', 'task.create', {
			contactId: contact,
			title: MARK,
			dueDate,
		});
		const tag = 'account check';
		leftovers.add({ kind: 'tag', id: tag, of: contactId });
		await runStep(account, progress, 'Add a tag', 'contact.addTags', {
			contactId: contact,
			tags: [tag],
		});
		await this.upsertRule(contactId);
	}

	/** Which contact an upsert takes whose email and phone belong to two. */
	private async upsertRule(emailContactId: string): Promise<void> {
		const { account, leftovers } = this;
		const { locationId } = account.settings;
		const email = leftovers.all().find(({ id }) => id === emailContactId)?.of;
		// Reserved for examples: nobody has it.
		const phone = `+1202555${String(100 + Math.floor(Math.random() * 99)).padStart(4, '0')}`;
		const made = leftovers.add({ kind: 'contact', id: '', of: phone });
		const body = { locationId, phone, firstName: MARK, lastName: 'phone' };
		const created = await account.probe({ method: 'POST', path: '/contacts/upsert', body });
		const id = contactIn(created.body);
		if (id === undefined || id === emailContactId) {
			leftovers.remove(made);
			return;
		}
		leftovers.identify(made, id);
		const both = { locationId, email, phone, firstName: MARK, lastName: 'both' };
		const taken = contactIn(
			(await account.probe({ method: 'POST', path: '/contacts/upsert', body: both })).body,
		);
		this.duplicates = taken === emailContactId ? 'email first' : 'phone first';
		if (await this.takesDuplicates(email)) this.duplicates = 'allowed';
	}

	/** True where the location lets a second contact have the same email. */
	private async takesDuplicates(email: string | undefined): Promise<boolean> {
		const { account, leftovers } = this;
		const made = leftovers.add({ kind: 'contact', id: '', of: email });
		const body = {
			locationId: account.settings.locationId,
			email,
			firstName: MARK,
			lastName: 'again',
		};
		const { status, body: response } = await account.probe({
			method: 'POST',
			path: '/contacts/',
			body,
		});
		const id = contactIn(response);
		if (status >= 300 || id === undefined) {
			leftovers.remove(made);
			return false;
		}
		leftovers.identify(made, id);
		return true;
	}

	/** The location's rule for two contacts with one address; undefined where it was not tried. */
	duplicates: string | undefined;

	private async remove(made: Made): Promise<void> {
		const { account, progress, leftovers } = this;
		const path = await this.pathOf(made);
		if (path === undefined) {
			leftovers.remove(made);
			return;
		}
		const body = made.kind === 'tag' ? { tags: [made.id] } : undefined;
		const isHighLevelEvent = made.kind === 'appointment' && account.settings.form === 'highLevel';
		try {
			const response = await account.probe({
				method: 'DELETE',
				path,
				body: isHighLevelEvent ? {} : body,
			});
			const isGone = response.status === 404 || response.status === 400 || response.status === 422;
			if (response.status < 300 || isGone) {
				if (isHighLevelEvent) await this.readDeleted(made.id);
				leftovers.remove(made);
				return;
			}
			progress.add(
				`Remove the ${made.kind} ${made.id}`,
				'does not work',
				`The status is ${response.status}.`,
			);
		} catch (error) {
			progress.add(`Remove the ${made.kind} ${made.id}`, 'does not work', (error as Error).message);
		}
	}

	/** What is left of a deleted appointment, and whether it can still be changed. */
	private async readDeleted(id: string): Promise<void> {
		const path = `/calendars/events/appointments/${encodeURIComponent(id)}`;
		await this.account.probe({ method: 'GET', path });
		await this.account.probe({ method: 'PUT', path, body: { title: MARK, toNotify: false } });
	}

	/** The address of what was made; undefined where it was never made, or goes with its contact. */
	private async pathOf({ kind, id, of = '' }: Made): Promise<string | undefined> {
		switch (kind) {
			case 'appointment':
				return id === '' ? undefined : `/calendars/events/${encodeURIComponent(id)}`;
			case 'contact': {
				const known = id || (await this.contactWith(of));
				return known && `/contacts/${encodeURIComponent(known)}`;
			}
			case 'tag':
				return `/contacts/${encodeURIComponent(of)}/tags`;
			default:
				return undefined;
		}
	}

	/** A contact that was made without its ID being written down. */
	private async contactWith(emailOrPhone: string): Promise<string | undefined> {
		const { locationId } = this.account.settings;
		const name = emailOrPhone.includes('@') ? 'email' : 'number';
		const { body } = await this.account.probe({
			method: 'GET',
			path: '/contacts/search/duplicate',
			query: { locationId, [name]: emailOrPhone },
		});
		return contactIn(body);
	}
}

/** Enough for a booking, a move, two in a row and one in UTC. */
const MIN_SLOTS = 2;

const timesOf = ({ startTime, endTime }: Slot) => ({ startTime, endTime });

function textOf(items: IDataObject[] | undefined, name: string): string | undefined {
	const value = items?.[0]?.[name];
	return typeof value === 'string' && value !== '' ? value : undefined;
}

function contactIn(body: unknown): string | undefined {
	const id = (body as { contact?: { id?: unknown } | null } | null)?.contact?.id;
	return typeof id === 'string' ? id : undefined;
}
