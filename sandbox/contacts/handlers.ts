import { ownContact, type OperationHandlers } from '../http/call';
import { recordResponse } from '../responses';

/** The operation of this name in sandbox/openapi.yaml, of which the contract names the scope only. */
export const contactHandlers: OperationHandlers = {
	get_contact: (call) => recordResponse(call.state.profile, 'contact', ownContact(call), ['id']),
};
