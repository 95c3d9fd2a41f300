import type { Seed } from '../seed';

export type Stored = { id: string; locationId: string } & Record<string, unknown>;

/** What people do with contacts beside appointments. */
export class FollowUp {
	readonly opportunities: Stored[];
	readonly tasks: Stored[];
	readonly notes: Stored[] = [];
	readonly messages: Stored[] = [];
	/** Which contacts are in which workflows. */
	readonly enrolled: Stored[] = [];

	constructor({ opportunities, tasks }: Seed) {
		this.opportunities = structuredClone(opportunities);
		this.tasks = structuredClone(tasks);
	}
}
