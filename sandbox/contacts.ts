import type { OperationHandlers } from './http/call';
import { Refusal } from './refusal';
import { recordResponse } from './responses';

/** Contacts, of which the contract names the scope only: the operation of this name in openapi.yaml. */
export const contactHandlers: OperationHandlers = {
	get_contact(call) {
		const contact = call.state.contacts.get(call.params.contactId);
		if (!contact || contact.locationId !== call.access.locationId) {
			throw new Refusal(404, 'The contact was not found');
		}
		return recordResponse(call.state.profile, 'contact', contact, ['id']);
	},
};
