import type { IDataObject } from 'n8n-workflow';

import { pathSegment } from '../http/address';
import {
	confirmsWrite,
	moreOf,
	readId,
	readList,
	readOptionalObject,
	readText,
} from '../http/body';
import type { PlatformClient, PlatformRequest } from './client';
import { isOf, requestOf } from './endpoint';
import { CHOICES } from './pickLists';

export interface NewCustomWebhook {
	name: string;
	url: string;
	/** Event types. */
	actions: string[];
}

/** A caller's words in place of the endpoint's. */
type Overrides = Pick<PlatformRequest, 'howToCheck' | 'statuses'>;

/** GET /locations/{locationId}/customWebhooks (sandbox/openapi.yaml, list_custom_webhooks). Those of other locations are left out. `isPart`: there are more. */
export async function listCustomWebhooks(
	client: PlatformClient,
	locationId: string,
	overrides: Overrides = {},
) {
	const { body, headers } = await client.exchange({
		...requestOf(CHOICES.webhookId, { locationId }),
		...overrides,
	});
	const all = readList(body, ...CHOICES.webhookId.list);
	const isPart = moreOf(body, headers.link, all.length) !== undefined;
	return { webhooks: all.filter(isOf(locationId)), isPart };
}

/** POST of the same path (create_custom_webhook). @returns the record; without an ID in it, the outcome is unknown */
export async function createCustomWebhook(
	client: PlatformClient,
	locationId: string,
	webhook: NewCustomWebhook,
	overrides: Overrides = {},
): Promise<IDataObject> {
	const recordIn = (body: unknown) => readOptionalObject(body, 'webhook', 'customWebhook');
	const body = await client.request({
		method: 'POST',
		path: `/locations/${pathSegment(locationId)}/customWebhooks`,
		body: { ...webhook },
		right: 'writeWebhooks',
		howToCheck:
			'Before you create it again, list the webhooks with Webhook > Get Many: with two for the same URL, each event may arrive twice.',
		accepts: (sent) => confirmsWrite(sent) && readId(recordIn(sent)) !== undefined,
		...overrides,
	});
	return recordIn(body);
}

const normalizedUrl = (url: string) =>
	URL.canParse(url) ? new URL(url).href.replace(/\/+$/, '') : url;

/** Ignores the host's case, the default port and a last slash. */
export const isSameUrl = (a: string, b: string) => normalizedUrl(a) === normalizedUrl(b);

/** Fields by which platforms say that a webhook delivers nothing; the contract does not document its records. */
const OFF =
	/^((is_?)?(active|enabled)=(false|0)|(is_?)?(disabled|paused|deleted|archived)=(true|1)|deleted_?at=\d.*|(status|state)=(disabled|inactive|paused|suspended|stopped|off|deleted|archived|expired|revoked))$/i;

export const isOff = (record: IDataObject) =>
	Object.entries(record).some(([name, value]) => OFF.test(`${name}=${String(value)}`));

/** The events that a record names, which may be one text. */
export const actionsOf = ({ actions }: IDataObject): string[] =>
	[actions].flat().flatMap((action) => (typeof action === 'string' ? action.split(',') : []));

export const urlOf = (record: IDataObject) => readText(record, 'url') ?? '';
