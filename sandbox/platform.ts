import { AppointmentBook } from './calendars/appointmentBook';
import { Faults } from './http/faults';
import { RateLimits } from './http/rateLimits';
import { RequestLog } from './http/requestLog';
import { KnowledgeIndex } from './knowledge/knowledgeIndex';
import { OAuthStore } from './oauth/oauthStore';
import type { Profile } from './profile';
import type { Contact, Seed } from './seed';
import { Deliveries } from './webhooks/deliveries';
import { Events, Registrations } from './webhooks/events';
import { Signer } from './webhooks/signer';

/**
 * Everything that a sandbox remembers. A reset throws the whole of it away and makes a new one,
 * so that nothing can be forgotten in a reset.
 */
export class PlatformState {
	readonly requestLog = new RequestLog();
	readonly faults = new Faults();
	readonly rateLimits = new RateLimits();
	readonly knowledge: KnowledgeIndex;
	readonly contacts: Map<string, Contact>;
	readonly appointments = new AppointmentBook(this);
	readonly oauth = new OAuthStore(this);
	readonly registrations = new Registrations();
	readonly signer = new Signer();
	readonly deliveries = new Deliveries(this.signer);
	readonly events = new Events(this);
	/** Requests to the contract's paths that are under way */
	inFlight = 0;

	constructor(
		readonly seed: Seed,
		/** How the platform behaves where the contract is silent */
		public profile: Profile,
	) {
		this.knowledge = new KnowledgeIndex(seed.knowledge);
		this.contacts = new Map(seed.contacts.map((contact) => [contact.id, contact]));
	}

	/** Stops what would go on by itself. */
	async dispose(): Promise<void> {
		this.faults.clear();
		await this.deliveries.stop();
	}
}

/** Holds the present state of a sandbox, which a reset replaces. */
export class Platform {
	state: PlatformState;

	constructor(private readonly newState: () => PlatformState) {
		this.state = newState();
	}

	async reset(): Promise<void> {
		const previous = this.state;
		this.state = this.newState();
		await previous.dispose();
	}
}
