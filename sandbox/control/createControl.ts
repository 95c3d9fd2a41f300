import { randomUUID } from 'node:crypto';

import type { SandboxControl } from './sandboxControl';
import type { PlatformState } from '../platformState';
import { profileOf, type ProfileChoice } from '../profiles/profile';
import type { Profile } from '../profiles/switches';
import { SCOPES } from '../scopes';
import type { Platform } from '../platform';

/** The control interface of a platform, through its resets. */
export function createControl(platform: Platform): SandboxControl {
	const state = (): PlatformState => platform.state;
	return {
		createContact({ locationId, id = `contact-${randomUUID()}`, ...given }) {
			requireLocation(state(), locationId);
			const { email = `${id}@example.com`, firstName = 'New', lastName = 'Contact' } = given;
			const contact = { id, locationId, email, firstName, lastName };
			state().contacts.set(id, contact);
			return { ...contact, ...emitContact(state(), 'ContactCreate', contact) };
		},
		updateContact(id, { email, firstName, lastName }) {
			const known = state().contacts.get(id);
			if (!known) throw new Error(`There is no contact ${id}`);
			const contact = {
				...known,
				email: email ?? known.email,
				firstName: firstName ?? known.firstName,
				lastName: lastName ?? known.lastName,
			};
			state().contacts.set(id, contact);
			return { ...contact, ...emitContact(state(), 'ContactUpdate', contact) };
		},
		submitForm: (form) => emitFields(state(), 'FormSubmitted', form),
		createOpportunity: (opportunity) => emitFields(state(), 'OpportunityCreate', opportunity),
		uninstallApp({ locationId }) {
			requireLocation(state(), locationId);
			state().oauth.revoke({ locationId });
			return state().events.emitUninstalled(locationId, { appId: state().seed.apps[0]?.id });
		},
		emit: ({ type, ...fields }) => emitFields(state(), type, fields),

		setNotificationUrl(url) {
			state().events.notificationUrl = url ?? undefined;
		},
		setEventIdField(name) {
			change(state(), { eventIdField: name });
		},
		setDelivery: (change) => state().deliveries.configure(change),
		redeliver: async (deliveryId, options) =>
			await state().deliveries.redeliver(deliveryId, options),
		deliveriesSettled: async () => await state().deliveries.settled(),
		deliveries: () => state().deliveries.all(),
		deliveryCounts: () => state().deliveries.counts(),
		rotateKey() {
			state().signer.rotate();
			return { publicKeyPem: state().signer.publicKeyPem() };
		},
		publicKey: () => ({ publicKeyPem: state().signer.publicKeyPem() }),
		nextPublicKey: () => ({ publicKeyPem: state().signer.nextPublicKeyPem() }),
		sign: (bytes) => state().signer.sign(toBytes(bytes)),

		issueToken({ level = 'location', locationId = 'loc-harbor', scopes = [...SCOPES], expiresIn }) {
			const { apps, users } = state().seed;
			if (level === 'location') requireLocation(state(), locationId);
			const user = users.find(({ locationIds }) => locationIds.includes(locationId));
			const consent = {
				level,
				locationId: level === 'location' ? locationId : undefined,
				userId: user?.id ?? 'user-unknown',
				scopes,
			};
			return state().oauth.issueFor(apps[0].clientId, consent, expiresIn);
		},
		setTokenLifetime(seconds) {
			change(state(), { tokenLifetimeSeconds: seconds });
		},
		expireTokens: (which = {}) => state().oauth.expire(which),
		revoke: (which = {}) => state().oauth.revoke(which),
		tokenRequests: () => state().oauth.requests(),

		takeSlot({ calendarId, contactId = 'contact-somebody-else', startTime, endTime }) {
			const calendar = state().seed.calendars.find(({ id }) => id === calendarId);
			if (!calendar) throw new Error(`There is no calendar ${calendarId}`);
			return state().appointments.book(calendar, { contactId, startTime, endTime });
		},
		changeWebhook: (id, change) => state().registrations.change(id, change),
		addFault: (fault) => state().faults.add(fault),
		clearFaults: () => state().faults.clear(),
		setLatency(ms) {
			change(state(), { latencyMs: ms });
		},
		setProfile: (choice) => change(state(), choice),
		advanceClock: (ms) => platform.clock.advance(ms),

		requests: ({ operationId, afterId = 0 } = {}) =>
			state()
				.requestLog.requests()
				.filter((one) => one.id > afterId)
				.filter((one) => operationId === undefined || one.operationId === operationId),
		violations: () => state().requestLog.violations(),
		appointments: () => structuredClone(state().appointments.all()),
		contacts: () => [...state().contacts.values()],
		webhooks: () => state().registrations.all(),

		reset: async () => await platform.reset(),
	};
}

function change(state: PlatformState, choice: ProfileChoice): Profile {
	state.profile = profileOf(choice, state.profile);
	return { ...state.profile };
}

function requireLocation(state: PlatformState, locationId: string): void {
	if (!state.seed.locations.some(({ id }) => id === locationId)) {
		throw new Error(`There is no location ${locationId}`);
	}
}

function emitContact(
	state: PlatformState,
	type: 'ContactCreate' | 'ContactUpdate',
	contact: { id: string; locationId: string; email: string; firstName: string; lastName: string },
) {
	const { id: contactId, locationId, email, firstName, lastName } = contact;
	return state.events.emit(type, locationId, { contactId, email, firstName, lastName });
}

function emitFields(
	state: PlatformState,
	type: string,
	{ locationId, ...fields }: { locationId: string } & Record<string, unknown>,
) {
	requireLocation(state, locationId);
	return state.events.emit(type, locationId, fields);
}

function toBytes(bytes: Uint8Array | string | { base64: string }): Uint8Array {
	if (typeof bytes === 'string') return Buffer.from(bytes, 'utf8');
	return 'base64' in bytes ? Buffer.from(bytes.base64, 'base64') : bytes;
}
