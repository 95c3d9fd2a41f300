import { DEFAULT_BEHAVIOUR, type Behaviour } from './behaviour';
import { AppointmentBook } from './calendars/appointmentBook';
import type { Clock } from './clock';
import { Faults } from './http/faults';
import { RequestLog } from './http/requestLog';
import { KnowledgeIndex } from './knowledge/knowledgeIndex';
import { OAuthStore } from './oauth/oauthStore';
import type { ResponseShape } from './responseShape';
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
	readonly knowledge: KnowledgeIndex;
	readonly contacts: Map<string, Contact>;
	readonly appointments: AppointmentBook;
	readonly oauth: OAuthStore;
	readonly registrations = new Registrations();
	readonly signer = new Signer();
	readonly deliveries = new Deliveries(this.signer);
	readonly events = new Events(this.registrations, this.deliveries);
	behaviour: Behaviour = { ...DEFAULT_BEHAVIOUR };
	responseShape: ResponseShape = 'wrapped';
	/** Requests to the contract's paths that are being answered */
	inFlight = 0;

	constructor(
		readonly seed: Seed,
		readonly clock: Clock,
		requestLogLimit?: number,
	) {
		this.requestLog = new RequestLog(requestLogLimit);
		this.knowledge = new KnowledgeIndex(seed.knowledge);
		this.contacts = new Map(seed.contacts.map((contact) => [contact.id, contact]));
		this.appointments = new AppointmentBook(clock);
		this.oauth = new OAuthStore(seed.apps, seed.privateTokens, clock);
	}

	/** Stops what would go on by itself. */
	async dispose(): Promise<void> {
		await this.deliveries.stop();
	}
}
