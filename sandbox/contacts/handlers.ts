import { contactsOf, ownContact, type OperationHandlers } from '../http/call';
import { listResponse, recordResponse } from '../responses';

/** The operations of these names in sandbox/openapi.yaml, of which the contract names the scope only. */
export const contactHandlers: OperationHandlers = {
	find_contacts(call) {
		const { query = '' } = call.query;
		const wanted = String(query).toLowerCase();
		const found = contactsOf(call).filter(({ firstName, lastName, email, phone }) =>
			[firstName, lastName, email, phone].join(' ').toLowerCase().includes(wanted),
		);
		return listResponse(call.state.profile, 'contacts', found, ['id']);
	},

	get_contact: (call) => recordResponse(call.state.profile, 'contact', ownContact(call), ['id']),
};
