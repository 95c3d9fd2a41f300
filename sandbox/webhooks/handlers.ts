import type { WebhookRegistration } from './registrations';
import type { OperationHandlers } from '../http/call';
import type { Profile } from '../profile';
import { listResponse, ok, recordIn, Refusal } from '../responses';

const NAMED = ['id', 'name', 'url', 'targetUrl', 'actions', 'events'];

/** Custom webhooks: the operations of these names in sandbox/openapi.yaml. */
export const webhookHandlers: OperationHandlers = {
	list_custom_webhooks({ state: { registrations, profile }, params }) {
		const records = registrations.of(params.locationId).map((one) => shownAs(profile, one));
		return listResponse(profile, 'webhooks', records, NAMED);
	},

	/** Registering the same twice makes two, and each event is then delivered twice. */
	create_custom_webhook({ state: { registrations, profile }, params, body }) {
		const { name, url, actions } = body as WebhookRegistration;
		if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
			throw new Refusal(400, 'The url is not an address that events can be delivered to');
		}
		const added = registrations.add({ locationId: params.locationId, name, url, actions });
		// The contract shows the id; the record beside it is as in the list.
		return ok(recordIn(profile, shownAs(profile, added), ['id']));
	},
};

/** A webhook's record: fields other than its id are not shown. */
function shownAs(
	{ webhookFields }: Profile,
	{ url, actions, more, ...rest }: WebhookRegistration,
): object {
	const fields = {
		named: { url, actions },
		others: { targetUrl: url, events: actions.map((type) => ({ type, enabled: true })) },
		hidden: {},
	};
	return { ...rest, ...fields[webhookFields], ...more };
}
