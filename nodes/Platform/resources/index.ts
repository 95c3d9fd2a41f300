import type { OperationTable } from '../../shared/router';
import * as accessToken from './accessToken';
import * as appointment from './appointment';
import * as calendar from './calendar';
import * as installedLocation from './installedLocation';
import * as webhook from './webhook';
import * as webhookSignature from './webhookSignature';

/** Each resource and operation that the node offers, by the values of its parameters. */
export const operations: OperationTable = {
	accessToken: accessToken.operations,
	appointment: appointment.operations,
	calendar: calendar.operations,
	installedLocation: installedLocation.operations,
	webhook: webhook.operations,
	webhookSignature: webhookSignature.operations,
};

export { accessToken, appointment, calendar, installedLocation, webhook, webhookSignature };
