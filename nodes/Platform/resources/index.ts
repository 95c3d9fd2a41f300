import type { Resources } from '../../items/operation';
import type { PlatformClient } from '../../platformApi/client';
import { get as getAccessToken } from './accessToken/get.operation';
import { send } from './apiRequest/send.operation';
import { book } from './appointment/book.operation';
import { cancel } from './appointment/cancel.operation';
import { askToConfirm } from './appointment/contact/askToConfirm.operation';
import { offerSlots } from './appointment/contact/offerSlots.operation';
import { reschedule } from './appointment/reschedule.operation';
import { get as getCalendar } from './calendar/get.operation';
import { getAll as getCalendars } from './calendar/getAll.operation';
import { getFreeSlots } from './calendar/getFreeSlots.operation';
import { getAll as getInstalledLocations } from './installedLocation/getAll.operation';
import { create } from './webhook/create.operation';
import { get as getWebhook } from './webhook/get.operation';
import { getAll as getWebhooks } from './webhook/getAll.operation';
import { verify } from './webhookSignature/verify.operation';

/** Each resource and operation that the node offers. */
export const resources: Resources<PlatformClient> = {
	accessToken: { name: 'Access Token', operations: { get: getAccessToken } },
	apiRequest: { name: 'API Request', operations: { send } },
	appointment: { name: 'Appointment', operations: { askToConfirm, book, cancel, offerSlots, reschedule }, chosen: 'book' },
	calendar: {
		name: 'Calendar',
		operations: { get: getCalendar, getFreeSlots, getAll: getCalendars },
		chosen: 'getAll',
	},
	installedLocation: { name: 'Installed Location', operations: { getAll: getInstalledLocations } },
	webhook: { name: 'Webhook', operations: { create, get: getWebhook, getAll: getWebhooks } },
	webhookSignature: { name: 'Webhook Signature', operations: { verify } },
};
