import type { CustomField, Message, Seed } from '../seed';

export type Stored = { id: string; locationId: string } & Record<string, unknown>;

/** What people do with contacts beside appointments. */
export class FollowUp {
	readonly opportunities: Stored[];
	readonly tasks: Stored[];
	readonly notes: Stored[];
	readonly appointmentNotes: Stored[];
	readonly messages: Message[];
	readonly customFields: CustomField[];
	/** Which contacts are in which workflows. */
	readonly enrolled: Stored[] = [];
	/** Contacts that were there once. */
	readonly deletedContacts: Stored[] = [];

	constructor(seed: Seed) {
		const { opportunities, tasks, notes, appointmentNotes, messages, customFields } = seed;
		this.opportunities = structuredClone(opportunities);
		this.tasks = structuredClone(tasks);
		this.notes = structuredClone(notes);
		this.appointmentNotes = structuredClone(appointmentNotes);
		this.messages = structuredClone(messages);
		this.customFields = structuredClone(customFields);
	}
}
