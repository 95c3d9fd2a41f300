import { AppointmentBook } from './calendars/appointmentBook';
import type { Clock } from './clock';
import { Faults } from './http/faults';
import { RateLimit } from './http/rateLimit';
import { RequestLog } from './http/requestLog';
import { KnowledgeIndex } from './knowledge/knowledgeIndex';
import { OAuthStore } from './oauth/oauthStore';
import type { Profile } from './profiles/switches';
import type { Contact, Seed } from './seed';
import { Deliveries } from './webhooks/deliveries';
import { Events } from './webhooks/events';
import { Registrations } from './webhooks/registrations';
import { Signer } from './webhooks/signer';

/**
 * Everything that a sandbox remembers. A reset throws the whole of it away and makes a new one,
 * so that nothing can be forgotten in a reset.
 */
export class PlatformState {
	readonly requestLog: RequestLog;
	readonly faults = new Faults();
	readonly rateLimit = new RateLimit();
	readonly knowledge: KnowledgeIndex;
	readonly contacts: Map<string, Contact>;
	readonly appointments: AppointmentBook;
	readonly oauth: OAuthStore;
	readonly registrations = new Registrations();
	readonly signer = new Signer();
	readonly deliveries = new Deliveries(this.signer, this);
	readonly events = new Events(this.registrations, this.deliveries, this);
	/** Further pages of lists: addresses that the platform gave out, and which page each is */
	readonly pageAddresses = new Map<string, number>();
	/** Requests to the contract's paths that are being answered */
	inFlight = 0;

	constructor(
		readonly seed: Seed,
		readonly clock: Clock,
		/** How the platform behaves where the contract is silent */
		public profile: Profile,
		requestLogLimit?: number,
	) {
		this.requestLog = new RequestLog(requestLogLimit);
		this.knowledge = new KnowledgeIndex(seed.knowledge);
		this.contacts = new Map(seed.contacts.map((contact) => [contact.id, contact]));
		this.appointments = new AppointmentBook(clock, this);
		this.oauth = new OAuthStore(seed.apps, seed.privateTokens, clock, this);
	}

	/** Stops what would go on by itself. */
	async dispose(): Promise<void> {
		this.faults.clear();
		await this.deliveries.stop();
	}
}
