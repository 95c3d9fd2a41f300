import type { Profile } from '../profiles/switches';

/** How events are delivered. The platform's own retry schedule and time-outs are not shown. */
export interface DeliverySettings {
	/** False holds deliveries back; they are sent all at once when it becomes true again */
	enabled: boolean;
	/** How long a receiver may take for one attempt, in milliseconds */
	timeoutMs: number;
	/** Attempts of one delivery in all, the first included */
	maxAttempts: number;
	/** Pause after the first, second, … failed attempt; the last value repeats. Milliseconds */
	backoffMs: number[];
	/** Deliveries of each event to each registration, for duplicates; default 1 */
	copies: number;
	/** Each delivery starts at a random moment within so many milliseconds; default 0 */
	spreadMs: number;
	/** Attempts that run at the same time, over all deliveries */
	maxInFlight: number;
}

const SCHEDULES: Record<Profile['retrySchedule'], Pick<DeliverySettings, 'maxAttempts' | 'backoffMs'>> = {
	growing: { maxAttempts: 6, backoffMs: [500, 1_000, 2_000, 4_000, 8_000] },
	once: { maxAttempts: 2, backoffMs: [1_000] },
	quick: { maxAttempts: 10, backoffMs: [50] },
};

/** How a platform of this profile delivers. */
export function deliverySettings(profile: Profile): DeliverySettings {
	return {
		enabled: true,
		timeoutMs: profile.deliveryTimeoutMs,
		...SCHEDULES[profile.retrySchedule],
		copies: 1,
		spreadMs: 0,
		maxInFlight: 100,
	};
}

/** Whether an answer ends a delivery, and how. Which ones are retried is not shown. */
export function verdictOn(
	status: number | undefined,
	{ retriedAnswers }: Profile,
): 'delivered' | 'failed' | 'retry' {
	if (status === undefined || status >= 500) return 'retry';
	if (retriedAnswers === 'not200') return status === 200 ? 'delivered' : 'retry';
	if (status >= 200 && status < 300) return 'delivered';
	return retriedAnswers === 'not2xx' || status === 429 ? 'retry' : 'failed';
}

/** The bytes of an attempt: whether a retry repeats them is not shown. @param attempt from 1 */
export function bodyOfAttempt(
	{ body }: OutgoingEvent,
	attempt: number,
	{ retryBytes, eventText }: Profile,
): string {
	if (retryBytes === 'same') return body;
	const added = retryBytes === 'attempt' ? { attempt } : { sentAt: new Date().toISOString() };
	const payload = { ...(JSON.parse(body) as object), ...added };
	return JSON.stringify(payload, undefined, eventText === 'compact' ? 0 : 2);
}

/** One try to hand an event to its receiver. */
export interface DeliveryAttempt {
	/** ISO 8601, real time */
	at: string;
	durationMs: number;
	/** Absent when no answer came */
	status?: number;
	/** Why no answer came, e.g. ECONNREFUSED or a time-out */
	error?: string;
	/** The beginning of what the receiver answered */
	answer?: string;
	/** What was sent, where it differs from the delivery's own body */
	body?: string;
	/** Absent on an unsigned event */
	signature?: string;
	/** Which signing key was used: 1 is the first */
	keyNumber: number;
}

/** An event on its way to one receiver, with everything that happened to it. */
export interface Delivery {
	id: string;
	url: string;
	type: string;
	webhookEventId: string;
	locationId: string;
	/** The exact text whose UTF-8 bytes are signed and sent */
	body: string;
	unsigned: boolean;
	/** The delivery that this one repeats, if it was asked for by `redeliver` */
	repeats?: string;
	/** held: not to be sent yet; failed: all attempts used up; dropped: stopped by a reset */
	state: 'held' | 'pending' | 'delivered' | 'failed' | 'dropped';
	attempts: DeliveryAttempt[];
}

export interface OutgoingEvent {
	type: string;
	webhookEventId: string;
	locationId: string;
	body: string;
	/** Sent without a signature: which events are signed is not shown */
	unsigned: boolean;
}
