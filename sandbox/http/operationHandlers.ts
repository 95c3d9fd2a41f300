import type { OperationHandlers } from './exchange';
import { calendarHandlers } from '../calendars/handlers';
import { knowledgeHandlers } from '../knowledge/handlers';
import { oauthHandlers } from '../oauth/handlers';
import { webhookHandlers } from '../webhooks/handlers';

/** One handler for each operation of openapi.yaml, by operationId. */
export const operationHandlers: OperationHandlers = {
	...knowledgeHandlers,
	...calendarHandlers,
	...oauthHandlers,
	...webhookHandlers,
};
