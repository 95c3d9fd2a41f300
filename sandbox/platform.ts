import { AppointmentBook } from './calendars/appointmentBook';
import { FollowUp } from './contacts/followUp';
import { Faults } from './http/faults';
import { RateLimits } from './http/rateLimits';
import { RequestLog } from './http/requestLog';
import { indexed } from './knowledge/indexed';
import { OAuthStore } from './oauth/oauthStore';
import type { Profile } from './profile';
import type { Contact, Seed } from './seed';
import { Deliveries } from './webhooks/deliveries';
import { Events } from './webhooks/events';
import { Registrations } from './webhooks/registrations';
import { Signer } from './webhooks/sender';

/**
 * Everything that a sandbox remembers. A reset throws the whole of it away and makes a new one,
 * so that nothing can be forgotten in a reset.
 */
export class PlatformState {
	readonly requestLog = new RequestLog();
	readonly faults = new Faults();
	readonly rateLimits = new RateLimits();
	readonly knowledge: ReturnType<typeof indexed>;
	readonly contacts: Map<string, Contact>;
	readonly appointments: AppointmentBook;
	readonly followUp: FollowUp;
	readonly oauth = new OAuthStore(this);
	readonly registrations = new Registrations();
	readonly signer = new Signer();
	readonly deliveries = new Deliveries(this.signer);
	readonly events = new Events(this);

	constructor(
		readonly seed: Seed,
		/** How the platform behaves where the contract is silent */
		public profile: Profile,
	) {
		this.knowledge = indexed(seed.knowledge);
		this.followUp = new FollowUp(seed);
		this.appointments = new AppointmentBook(this);
		this.contacts = new Map(seed.contacts.map((contact) => [contact.id, contact]));
	}

	/** Stops what would go on by itself. */
	async dispose(): Promise<void> {
		await this.deliveries.stop();
	}
}

/** Holds the present state of a sandbox, which a reset replaces. */
export interface Platform {
	state: PlatformState;
}
