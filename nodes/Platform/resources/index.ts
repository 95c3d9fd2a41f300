import type { OperationTable } from '../../items/operation';
import type { PlatformClient } from '../../platformApi/client';
import * as accessToken from './accessToken';
import * as apiRequest from './apiRequest';
import * as appointment from './appointment';
import * as calendar from './calendar';
import * as installedLocation from './installedLocation';
import * as webhook from './webhook';
import * as webhookSignature from './webhookSignature';

/** Each resource and operation that the node offers, by the values of its parameters. */
export const operations: OperationTable<PlatformClient> = {
	accessToken: accessToken.operations,
	apiRequest: apiRequest.operations,
	appointment: appointment.operations,
	calendar: calendar.operations,
	installedLocation: installedLocation.operations,
	webhook: webhook.operations,
	webhookSignature: webhookSignature.operations,
};

export { accessToken, apiRequest, appointment, calendar, installedLocation, webhook, webhookSignature };
