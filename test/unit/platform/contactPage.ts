import type { WebhookContext } from 'n8n-core';
import type { IDataObject, NodeTypeAndVersion } from 'n8n-workflow';

import { readWaitingRequest } from '../../../nodes/n8n/waitingExecution';
import { makeSeal } from '../../../nodes/Platform/contactReply/seal';
import { Platform } from '../../../nodes/Platform/Platform.node';
import { offsetMinutesIn } from '../../../nodes/time/times';
import type { Act } from '../../../nodes/bookingPage/readContactInput';
import { textOf } from '../bookingPage/pages';
import { failed } from '../platformApi/fakePlatform';
import { byId, connect, contextFor, PRIVATE_TOKEN } from './nodeOnPlatform';

const nodeType = new Platform();

export const at = (hour: string) => ({
	startTime: `2026-11-23T${hour}:00:00+00:00`,
	endTime: `2026-11-23T${hour}:30:00+00:00`,
});
export const startOf = (hour: string) => Date.parse(at(hour).startTime);
export const ALL = ['09', '10', '11', '14', '15'];
export const refused = failed(400, { message: 'No' });
/** What a visit brings where the platform books. */
export const BOOKS = { writes: [{ id: 'appt-1' }] };

export interface Visited {
	/** Hour of the slot that the form or the link names. It is as long as 'Duration' says, by default half an hour. */
	slot?: string;
	/** The appointment as HighLevel has it, by default as the node was told. */
	appointment?: unknown;
	/** What the form asks for, by default to book. */
	act?: string;
	/** The form knows that it may have been done already. */
	isRepeat?: boolean;
	/** What n8n does with the item: saves it, cannot, or waits for capacity. */
	n8n?: 'takes' | 'fails' | 'waits';
	/** More fields of the form. */
	fields?: IDataObject;
	query?: IDataObject;
	/** Hours that are free, or slots; a failure where they cannot be read. */
	free?: Array<object | string> | Error | Promise<never>;
	/** The link is opened as it was sent: the browser has not told its zone yet. */
	isFirst?: boolean;
	/** HighLevel's response to a search for the contact, and the appointments in its calendar. */
	found?: unknown;
	has?: IDataObject[] | Error | Promise<never>;
	/** The platform's responses to writes. */
	writes?: unknown[];
	calendar?: unknown;
	/** The languages that the browser prefers. */
	language?: string;
	/** The access token, where it is not the one with which the page was sealed. */
	accessToken?: string;
	/** The nodes that follow, and those before. */
	next?: NodeTypeAndVersion[];
	before?: NodeTypeAndVersion[];
}

let waits = 0;

function deferred() {
	let resolve = () => {};
	const promise = new Promise<void>((settle) => {
		resolve = settle;
	});
	return { promise, resolve };
}

/** A page that waits, until `waitEnds` where that is given, for an `account` of its own, in the form `api`, with a visitor who asks for it and books. */
export function page(node: IDataObject = {}) {
	const executionId = `wait-${++waits}`;
	const {
		waitEnds = node.startTime,
		account = executionId,
		api,
		credential,
		...fieldsOfNode
	} = node;
	const visit = async (
		method: 'GET' | 'HEAD' | 'POST',
		{
			slot,
			appointment = {},
			isFirst = false,
			language = 'en',
			accessToken = `token-of-${account as string}`,
			next,
			before = [],
			act = 'book',
			isRepeat,
			n8n = 'takes',
			fields: more = {},
			query = {},
			free = ALL,
			writes = [],
			found = { contacts: [{ id: 'con-ada', email: 'ada@example.com' }], total: 1 },
			has = [],
			calendar = { calendar: { name: 'Calls', slotDuration: 30, slotDurationUnit: 'mins' } },
		}: Visited = {},
	) => {
		const chosen: IDataObject = {
			resource: 'appointment',
			operation: 'offerSlots',
			calendarId: byId('cal-1'),
			contactId: 'ada',
			...fieldsOfNode,
		};
		chosen.options = { timezone: byId('UTC'), ...(chosen.options as IDataObject | undefined) };
		const warnings: string[] = [];
		const shown = {} as { status: number; headers: IDataObject; html: string };
		/** What a contact gets; n8n's own response, where it is not kept back. */
		const answered = deferred();
		const keep = (part: Partial<typeof shown>) => Object.assign(shown, part) && response;
		const response = {
			status: (status: number): object => keep({ status }),
			set: (headers: IDataObject): object => keep({ headers }),
			setHeader: (name: string, value: string) => keep({ headers: { [name]: value } }),
			end(html: string): object {
				answered.resolve();
				return keep({ html });
			},
			json: (body: object) => response.end(JSON.stringify(body)),
		};
		const fields: IDataObject = {
			...(method === 'POST' && { do: act }),
			...(slot !== undefined && { slot: String(startOf(slot)) }),
			...more,
		};
		const request: IDataObject = { method, headers: { 'accept-language': language } };
		const { context } = contextFor(
			'webhook',
			chosen,
			{},
			{
				nodeType,
				mode: 'webhook',
				kept: { waitBegan: '2026-11-20T12:00:00.000Z', waitEnds },
				log(text, about) {
					expect(about).toEqual({ executionId, nodeName: 'Node' });
					warnings.push(text);
				},
				additionalData: { executionId, httpRequest: request, httpResponse: response },
			},
		);
		request.query = {
			signature: 't0ken',
			...(!isFirst && { zone: 'UTC' }),
			...(method !== 'POST' && fields),
			...query,
		};
		const { wait } = readWaitingRequest(context as WebhookContext);
		const { startTime, endTime, duration } = fieldsOfNode as Record<string, string>;
		const [start, end] =
			slot === undefined
				? [startTime, endTime].map((time) => Date.parse(time))
				: [startOf(slot), startOf(slot) + Number(duration ?? 30) * 60_000];
		const offset = offsetMinutesIn(slot ?? startTime);
		// As the page has given it out before.
		const seal = makeSeal(`token-of-${account as string}`, wait);
		const offer = seal(act as Act, { start, end, offset }, isRepeat);
		request.body = method === 'POST' ? { wait, ...(start > 0 && { offer }), ...fields } : {};
		const rest = [...writes];
		if (next) Object.assign(context, { getChildNodes: () => next, getParentNodes: () => before });
		const sent = connect(context, {
			// Pages of one account share what they read, so each has an account of its own.
			credential: {
				...PRIVATE_TOKEN,
				api,
				locationId: `location-of-${account}`,
				...(credential as IDataObject),
				accessToken,
			},
			responses({ method: verb, path }) {
				if (path === '/contacts/search') return found;
				if (path === '/calendars/events') return Array.isArray(has) ? { events: has } : has;
				if (verb === 'GET' && path.startsWith('/calendars/events/')) {
					const event = { id: 'appt-1', calendarId: 'cal-1', appointmentStatus: 'new' };
					return appointment instanceof Error || appointment instanceof Promise
						? appointment
						: { event: { ...event, startTime, endTime, ...(appointment as object) } };
				}
				if (verb !== 'GET') return rest.shift() ?? new Error('Nothing more may be written');
				if (!path.endsWith('/free-slots')) return calendar;
				if (!Array.isArray(free)) return free;
				if (api) return { '2026-11-23': { slots: free.map((hour) => at(`${hour}`).startTime) } };
				const slots = free.map((hour) => (typeof hour === 'string' ? at(hour) : hour));
				return { _dates_: { '2026-11-23': slots } };
			},
		});
		const { workflowData, noWebhookResponse } = await nodeType.webhook.call(
			context as WebhookContext,
		);
		// With an item, n8n responds once it has taken it.
		expect(noWebhookResponse === true).toBe(workflowData === undefined);
		if (workflowData) {
			if (n8n !== 'waits') {
				response.status(n8n === 'takes' ? 200 : 500);
				response.setHeader('Content-Type', 'application/json');
				response.json({ of: 'n8n' });
			}
			await answered.promise;
		}
		expect({ responsesToWritesThatWereNotSent: rest }).toEqual({
			responsesToWritesThatWereNotSent: [],
		});
		const written = sent
			.filter(({ method: verb, path }) => verb !== 'GET' && path !== '/contacts/search')
			.map(({ body, method: verb }) => (body as IDataObject | undefined)?.startTime ?? verb);
		return {
			...shown,
			text: textOf(shown),
			item: workflowData?.[0][0].json,
			pairedItem: workflowData?.[0][0].pairedItem,
			written,
			sent,
			warnings,
		};
	};
	return {
		show: async (visited?: Visited) => await visit('GET', visited),
		head: async (visited?: Visited) => await visit('HEAD', visited),
		/** Sends the form, without following. */
		post: async (slot: string, visited?: Visited) => await visit('POST', { ...visited, slot }),
		/** Sends the form, and follows to where the response sends the browser. */
		async book(slot: string | undefined, { writes, ...visited }: Visited = {}) {
			const first = await visit('POST', { ...visited, writes, slot });
			const { Location: location } = first.headers as { Location?: string };
			if (!location?.startsWith('?')) return { ...first, location };
			expect([first.status, first.html, first.item]).toEqual([303, '', undefined]);
			const query = Object.fromEntries(new URLSearchParams(location));
			const then = await visit('GET', { ...visited, fields: {}, query });
			return {
				...then,
				location,
				written: first.written,
				warnings: [...first.warnings, ...then.warnings],
			};
		},
	};
}

/** The query of the address to which the page's form is sent, which a contact loads again whose response is lost. */
export function addressOfForm(html: string): IDataObject {
	const [, address] = /<form class="actions" method="post" action="([^"]*)"/.exec(html) ?? [];
	return Object.fromEntries(new URLSearchParams(address.replaceAll('&amp;', '&').slice(1)));
}

export const starts = (html: string) =>
	[...html.matchAll(/name="slot" value="(\d+)"/g)].map(([, start]) => Number(start));
export const offered = (html: string) => ALL.filter((hour) => starts(html).includes(startOf(hour)));
