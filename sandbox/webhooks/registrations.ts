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
	private readonly byId = new Map<string, WebhookRegistration>();
	private count = 0;

	add(registration: Omit<WebhookRegistration, 'id'>): WebhookRegistration {
		const added = { id: `hook-${++this.count}`, ...registration };
		this.byId.set(added.id, added);
		return added;
	}

	/** A person changes a webhook on the platform's pages, or deletes it. @throws Error for an unknown ID */
	change(id: string, change: Partial<WebhookRegistration> | null): void {
		const former = this.byId.get(id);
		if (!former) throw new Error(`There is no webhook ${id}`);
		if (change === null) this.byId.delete(id);
		else this.byId.set(id, { ...former, ...change });
	}

	all(): WebhookRegistration[] {
		return [...this.byId.values()];
	}

	of(locationId: string): WebhookRegistration[] {
		return this.all().filter((one) => one.locationId === locationId);
	}
}
