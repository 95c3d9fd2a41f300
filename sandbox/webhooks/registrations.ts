/** A custom webhook of a location (create_custom_webhook in sandbox/openapi.yaml). */
export interface WebhookRegistration {
	id: string;
	locationId: string;
	name: string;
	url: string;
	/** Event type names */
	actions: string[];
	/** Further fields that the list shows, e.g. `status: 'disabled'` */
	more?: Record<string, unknown>;
}

/** The custom webhooks. The contract has no endpoint that changes or deletes one; a person may. */
export class Registrations {
	private readonly list: WebhookRegistration[] = [];
	private count = 0;

	add(registration: Omit<WebhookRegistration, 'id'>): WebhookRegistration {
		const added = { id: `hook-${++this.count}`, ...registration };
		this.list.push(added);
		return added;
	}

	/** A person changes a webhook on the platform's pages, or deletes it. @throws Error for an unknown ID */
	change(id: string, change: Partial<WebhookRegistration> | null): void {
		const index = this.list.findIndex((one) => one.id === id);
		if (index < 0) throw new Error(`There is no webhook ${id}`);
		if (change === null) this.list.splice(index, 1);
		else this.list[index] = { ...this.list[index], ...change };
	}

	all(): WebhookRegistration[] {
		return [...this.list];
	}

	of(locationId: string): WebhookRegistration[] {
		return this.list.filter((one) => one.locationId === locationId);
	}
}
