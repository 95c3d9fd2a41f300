import type { PlatformResource } from '../platformOperation';
import { accessToken, installedLocation } from './installedLocation';
import { apiRequest } from './apiRequest';
import { appointment } from './appointment';
import { blockedTime } from './blockedTime';
import { calendar } from './calendar';
import { contact } from './contact';
import { conversation } from './conversation';
import { customField } from './customField';
import { location, pipeline, tag, workflow } from './lookUps';
import { message } from './message';
import { appointmentNote, note } from './note';
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
	note,
	message,
	conversation,
	appointmentNote,
	blockedTime,
	customField,
	pipeline,
	tag,
	workflow,
	user,
	location,
	apiRequest,
	webhook,
	webhookSignature,
	installedLocation,
	accessToken,
};
