import type { Resources } from '../../items/operation';
import type { PlatformClient } from '../../platformApi/client';
import { accessToken, installedLocation } from './account';
import { apiRequest } from './apiRequest';
import { appointment } from './appointment';
import { calendar } from './calendar';
import { contact } from './contact';
import { webhook } from './webhook';
import { webhookSignature } from './webhookSignature';

/** Each resource that the node offers, those most used first: n8n lists its actions in this order. */
export const resources: Resources<PlatformClient> = {
	appointment,
	calendar,
	contact,
	apiRequest,
	webhook,
	webhookSignature,
	installedLocation,
	accessToken,
};
