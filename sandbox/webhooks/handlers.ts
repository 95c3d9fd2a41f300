import { accessOf, type OperationHandlers } from '../http/exchange';
import { requireOwnLocation } from '../oauth/authorise';
import { Refusal } from '../refusal';
import { shaped } from '../responseShape';

interface WebhookBody {
	name: string;
	url: string;
	actions: string[];
}

/** Contract: Endpoints, interface B custom webhooks. */
export const webhookHandlers: OperationHandlers = {
	list_custom_webhooks(call) {
		const { locationId } = call.params;
		requireOwnLocation(accessOf(call), locationId);
		const { registrations, responseShape } = call.state;
		const fields = ['id', 'name', 'url', 'actions'];
		const body = shaped(responseShape, 'webhooks', registrations.of(locationId), fields);
		return { status: 200, body };
	},

	create_custom_webhook(call) {
		const { locationId } = call.params;
		requireOwnLocation(accessOf(call), locationId);
		const { name, url, actions } = call.body as WebhookBody;
		if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
			throw new Refusal(400, 'The url is not an address that events can be delivered to');
		}
		const added = call.state.registrations.add({ locationId, name, url, actions });
		return { status: 200, body: call.state.responseShape === 'minimal' ? { id: added.id } : added };
	},
};
