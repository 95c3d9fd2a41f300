import { createSigningKey } from '../../test/support/keys';

export const SIGNER = createSigningKey();

/** A signed event of about 300 bytes that no trigger has seen, and its header. */
export type SignedBody = ReturnType<typeof signedBody>;

export function signedBody(number: number) {
	const event = {
		type: 'ContactCreate',
		webhookEventId: `evt-${number}`,
		contactId: `contact-${number}`,
		email: `somebody.${number}@example.com`,
		firstName: 'Somebody',
		locationId: 'loc-harbor',
		note: 'x'.repeat(120),
	};
	const body = Buffer.from(JSON.stringify(event));
	return { body, header: SIGNER.sign(body) };
}
