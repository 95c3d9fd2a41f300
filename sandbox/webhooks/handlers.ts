import type { OperationHandlers } from '../http/exchange';
import { requireOwnLocation } from '../oauth/authorize';
import { listAnswer, recordIn } from '../profiles/bodies';
import type { Profile } from '../profiles/switches';
import { HttpError } from '../httpError';
import type { WebhookRegistration } from './registrations';

interface WebhookBody {
	name: string;
	url: string;
	actions: string[];
}

/** Custom webhooks: the operations of these names in sandbox/openapi.yaml. */
export const webhookHandlers: OperationHandlers = {
	list_custom_webhooks(call) {
		const { locationId } = call.params;
		requireOwnLocation(call, locationId);
		const { registrations, profile } = call.state;
		const records = registrations.of(locationId).map((one) => shownAs(profile, one));
		return listAnswer(call, 'webhooks', records, ['id', 'name', ...URL_NAMES, ...EVENT_NAMES]);
	},

	create_custom_webhook(call) {
		const { locationId } = call.params;
		requireOwnLocation(call, locationId);
		const { name, url, actions } = call.body as WebhookBody;
		if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
			throw new HttpError(400, 'The url is not an address that events can be delivered to');
		}
		const { registrations, profile } = call.state;
		const twin = registrations.twinOf({ locationId, url, actions });
		if (twin && profile.webhookTwin === 'refused') {
			throw new HttpError(409, 'A webhook with this url and these actions exists already');
		}
		const sameId = profile.webhookTwin === 'sameId' ? twin : undefined;
		const added = sameId ?? registrations.add({ locationId, name, url, actions });
		// The contract shows the id; the record beside it is listed as in the list.
		const body = recordIn(profile, shownAs(profile, added), ['id']);
		return { status: profile.createdStatus, body };
	},
};

const URL_NAMES = ['url', 'targetUrl'];
const EVENT_NAMES = ['actions', 'events'];

/** A webhook's record: fields other than its id are not shown. */
function shownAs(profile: Profile, registration: WebhookRegistration): object {
	const { url, actions, more, ...rest } = registration;
	const urls = { url: { url }, targetUrl: { targetUrl: url }, hidden: {} };
	const events = {
		actions: { actions },
		events: { events: actions },
		objects: { events: actions.map((type) => ({ type, enabled: true })) },
		hidden: {},
	};
	return { ...rest, ...more, ...urls[profile.webhookUrl], ...events[profile.webhookEvents] };
}
