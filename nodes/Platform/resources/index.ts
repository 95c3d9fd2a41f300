import type { PlatformResource } from '../platformOperation';
import { accessToken, installedLocation } from './installedLocation';
import { apiRequest } from './apiRequest';
import { appointment } from './appointment';
import { calendar } from './calendar';
import { contact } from './contact';
import { message } from './message';
import { opportunity } from './opportunity';
import { task } from './task';
import { user } from './user';
import { webhook } from './webhook';
import { webhookSignature } from './webhookSignature';

/** Each resource that the node offers, those most used first: n8n lists its actions in this order. */
export const resources: Record<string, PlatformResource> = {
	appointment,
	calendar,
	contact,
	opportunity,
	task,
	message,
	user,
	apiRequest,
	webhook,
	webhookSignature,
	installedLocation,
	accessToken,
};
