import type { WebhookContext } from 'n8n-core';
import type { IDataObject, NodeTypeAndVersion } from 'n8n-workflow';

import { readWaitingRequest } from '../../../nodes/n8n/waitingExecution';
import { makeSeal, openSeal } from '../../../nodes/Platform/contactReply/seal';
import { Platform } from '../../../nodes/Platform/Platform.node';
import { offsetMinutesIn } from '../../../nodes/time/times';
import type { Act } from '../../../nodes/bookingPage/readContactInput';
import { textOf } from '../bookingPage/samplePages';
import { failed } from '../platformApi/fakePlatform';
import { byId, connect, contextFor, PRIVATE_TOKEN, type Sent } from './nodeOnPlatform';

/* The page of a node that waits for a contact, as a browser meets it: Offer Slots and Wait, Ask to Confirm and Wait. */

/** Half an hour from this hour of Monday, November 23, 2026, in UTC: `at('09')`. */
export const at = (hour: string) => ({
	startTime: `2026-11-23T${hour}:00:00+00:00`,
	endTime: `2026-11-23T${hour}:30:00+00:00`,
});
export const startOf = (hour: string) => Date.parse(at(hour).startTime);

/** The hours that are free, where a visit says nothing else. */
export const ALL_HOURS = ['09', '10', '11', '14', '15'];

/** The platform refuses a write, in words that say nothing of the slot. */
export const REFUSED = failed(400, { message: 'No' });

/** A visit during which the platform books. */
export const PLATFORM_BOOKS = { writeResponses: [{ id: 'appt-1' }] };

/** What a node that waits is filled in with, and where it waits. */
export interface WaitingNode {
	/** HighLevel's form of the API; by default the contract's. */
	api?: string;
	/** The end of the wait; by default the start of the appointment. */
	waitEnds?: string;
	/** Pages of one account share what they read for some seconds; by default, each page has its own. */
	account?: string;
	/** Over the fields of the credential. */
	credential?: IDataObject;
	/** The node's own fields, over those of an offer to Ada in cal-1, in UTC. */
	[field: string]: unknown;
}

/** What a visitor does, and what the browser, the platform and n8n do then. */
export interface Visit {
	/** Hour of the slot that the form or the link names. It is as long as 'Duration' says, by default half an hour. */
	slot?: string;
	/** What the form asks for, by default to book. */
	act?: string;
	/** The form knows that it may have been done already. */
	isRepeat?: boolean;
	/** More fields of the form. */
	fields?: IDataObject;
	/** More of the address. */
	query?: IDataObject;
	/** The link is opened as it was sent: the browser has not told its zone yet. */
	isFirstVisit?: boolean;
	/** The languages that the browser prefers. */
	language?: string;
	/** The access token, where it is not the one with which the page was sealed. */
	accessToken?: string;
	/** Hours that are free, or slots; a failure where they cannot be read. */
	freeSlots?: Array<object | string> | Error | Promise<never>;
	/** The record of the calendar. */
	calendar?: unknown;
	/** The platform's responses to writes, in turn. */
	writeResponses?: unknown[];
	/** The appointment as HighLevel has it, by default as the node was told. */
	appointment?: unknown;
	/** The same once a write was sent, where it is another. */
	appointmentAfterWrite?: object;
	/** HighLevel's response to a search for the contact. */
	contactSearch?: unknown;
	/** The appointments that HighLevel lists in the calendar. */
	listedAppointments?: IDataObject[] | Error | Promise<never>;
	/** Those that it lists once a write was sent, where they are others. */
	listedAfterWrite?: IDataObject[];
	/** What n8n does with the item: takes it at once or after 19 seconds, fails, or waits for capacity. */
	n8n?: 'takes' | 'takesLate' | 'fails' | 'waits';
	/** The nodes that follow in the workflow, and those before. */
	nodesAfter?: NodeTypeAndVersion[];
	nodesBefore?: NodeTypeAndVersion[];
}

type Method = 'GET' | 'HEAD' | 'POST';

const nodeType = new Platform();

/** What a browser gets, and when. */
function createBrowserResponse() {
	const received = {} as { status: number; headers: IDataObject; html: string };
	let end = () => {};
	const ended = new Promise<void>((resolve) => {
		end = resolve;
	});
	const keep = (part: Partial<typeof received>) => Object.assign(received, part) && response;
	const response = {
		status: (status: number): object => keep({ status }),
		set: (headers: IDataObject): object => keep({ headers }),
		setHeader: (name: string, value: string) => keep({ headers: { [name]: value } }),
		end(html: string): object {
			end();
			return keep({ html });
		},
		json: (body: object) => response.end(JSON.stringify(body)),
	};
	return { received, ended, response };
}

/** Responds as the platform does, in the form of the API that the node has. */
function respondAsPlatform({ api, startTime, endTime }: WaitingNode, visit: Visit) {
	const {
		appointment = {},
		freeSlots = ALL_HOURS,
		contactSearch = { contacts: [{ id: 'con-ada', email: 'ada@example.com' }], total: 1 },
		listedAppointments = [],
		listedAfterWrite = listedAppointments,
		calendar = { calendar: { name: 'Calls', slotDuration: 30, slotDurationUnit: 'mins' } },
	} = visit;
	const writeResponses = [...(visit.writeResponses ?? [])];
	let listed = listedAppointments;
	let shownAppointment = appointment;

	function listFreeSlots() {
		if (!Array.isArray(freeSlots)) return freeSlots;
		const slots = freeSlots.map((slot) => (typeof slot === 'string' ? at(slot) : slot));
		if (!api) return { _dates_: { '2026-11-23': slots } };
		return {
			'2026-11-23': { slots: slots.map((slot) => (slot as { startTime: string }).startTime) },
		};
	}

	function readAppointment() {
		const shown = shownAppointment;
		if (shown instanceof Error || shown instanceof Promise) return shown;
		const usual = { id: 'appt-1', calendarId: 'cal-1', appointmentStatus: 'new' };
		return { event: { ...usual, startTime, endTime, ...(shown as object) } };
	}

	function respond({ method, path }: Sent): unknown {
		if (path === '/contacts/search') return contactSearch;
		if (method !== 'GET') {
			listed = listedAfterWrite;
			shownAppointment = visit.appointmentAfterWrite ?? appointment;
			return writeResponses.shift() ?? new Error('Nothing more may be written');
		}
		if (path === '/calendars/events') return Array.isArray(listed) ? { events: listed } : listed;
		if (path.startsWith('/calendars/events/')) return readAppointment();
		return path.endsWith('/free-slots') ? listFreeSlots() : calendar;
	}

	return { respond, writeResponses };
}

let pages = 0;

/** A page that waits, in a wait of its own. */
export function waitingPage(node: WaitingNode = {}) {
	const executionId = `wait-${++pages}`;
	const { account = executionId, api, credential, waitEnds, ...fieldsOfNode } = node;
	const { startTime, endTime, duration } = fieldsOfNode as Record<string, string>;
	const tokenOfPage = `token-of-${account}`;
	let waitOfPage = '';
	const parameters: IDataObject = {
		resource: 'appointment',
		operation: 'offerSlots',
		calendarId: byId('cal-1'),
		contactId: 'ada',
		...(fieldsOfNode as IDataObject),
		options: { timezone: byId('UTC'), ...(fieldsOfNode.options as IDataObject | undefined) },
	};

	/** The slot that a form is about, with the seal that the page has given out for it. */
	function sealedSlot(wait: string, { slot, act = 'book', isRepeat }: Visit): IDataObject {
		const lengthMs = Number(duration ?? 30) * 60_000;
		const start = slot === undefined ? Date.parse(startTime) : startOf(slot);
		const end = slot === undefined ? Date.parse(endTime) : start + lengthMs;
		if (!(start > 0)) return {};
		const seal = makeSeal(tokenOfPage, wait);
		const offset = offsetMinutesIn(slot ?? startTime);
		return { offer: seal(act as Act, { start, end, offset }, isRepeat) };
	}

	async function visitPage(method: Method, visit: Visit = {}) {
		const { slot, act = 'book', accessToken = tokenOfPage, n8n = 'takes' } = visit;
		const warnings: string[] = [];
		const { received, ended, response } = createBrowserResponse();
		const { respond, writeResponses } = respondAsPlatform(node, visit);
		const fields: IDataObject = {
			...(method === 'POST' && { do: act }),
			...(slot !== undefined && { slot: String(startOf(slot)) }),
			...visit.fields,
		};
		const request: IDataObject = {
			method,
			headers: { 'accept-language': visit.language ?? 'en' },
			query: {
				signature: 't0ken',
				...(!visit.isFirstVisit && { zone: 'UTC' }),
				...(method !== 'POST' && fields),
				...visit.query,
			},
		};
		const { context } = contextFor(
			'webhook',
			parameters,
			{},
			{
				nodeType,
				mode: 'webhook',
				kept: { waitBegan: '2026-11-20T12:00:00.000Z', waitEnds: waitEnds ?? startTime },
				log(text, about) {
					expect(about).toEqual({ executionId, nodeName: 'Node' });
					warnings.push(text);
				},
				additionalData: { executionId, httpRequest: request, httpResponse: response },
			},
		);
		const { wait } = readWaitingRequest(context as WebhookContext);
		waitOfPage = wait;
		request.body = method === 'POST' ? { wait, ...sealedSlot(wait, visit), ...fields } : {};
		const { nodesAfter, nodesBefore = [] } = visit;
		if (nodesAfter)
			Object.assign(context, {
				getChildNodes: (_name: string, { includeNodeParameters = false } = {}) =>
					includeNodeParameters
						? nodesAfter
						: nodesAfter.map((each) => ({ ...each, parameters: undefined })),
				getParentNodes: () => nodesBefore,
			});
		const sent = connect(context, {
			credential: {
				...PRIVATE_TOKEN,
				api,
				locationId: `location-of-${account}`,
				...credential,
				accessToken,
			},
			responses: respond,
		});

		const { workflowData, noWebhookResponse } = await nodeType.webhook.call(
			context as WebhookContext,
		);

		// With an item, n8n responds once it has taken it.
		expect(noWebhookResponse === true).toBe(workflowData === undefined);
		if (workflowData) {
			if (n8n === 'takesLate') await new Promise((resolve) => setTimeout(resolve, 19_000));
			if (n8n !== 'waits') {
				response.status(n8n === 'fails' ? 500 : 200);
				response.setHeader('Content-Type', 'application/json');
				response.json({ of: 'n8n' });
			}
			await ended;
		}
		expect({ responsesToWritesThatWereNotSent: writeResponses }).toEqual({
			responsesToWritesThatWereNotSent: [],
		});
		const writes = sent.filter(
			({ method: verb, path }) => verb !== 'GET' && path !== '/contacts/search',
		);
		return {
			...received,
			text: textOf(received),
			/** What goes on with the workflow; undefined while it waits. */
			item: workflowData?.[0][0].json,
			pairedItem: workflowData?.[0][0].pairedItem,
			sent,
			writes,
			/** What the operator finds in n8n's log. */
			warnings,
		};
	}

	return {
		show: async (visit?: Visit) => await visitPage('GET', visit),
		/** What a form or an address of this page says of its slot, as a process reads it that was started since. */
		opens: (act: Act, offer: unknown) =>
			openSeal(makeSeal(tokenOfPage, waitOfPage), act, String(offer)),
		head: async (visit?: Visit) => await visitPage('HEAD', visit),
		/** Sends the form, and stays at the response. */
		send: async (visit?: Visit) => await visitPage('POST', visit),
		/** Sends the form, and follows to where the response sends the browser. */
		async submit({ writeResponses, ...visit }: Visit = {}) {
			const first = await visitPage('POST', { ...visit, writeResponses });
			const { Location: location } = first.headers as { Location?: string };
			if (!location?.startsWith('?')) return { ...first, location };
			expect(first).toMatchObject({ status: 303, html: '', item: undefined });
			const query = Object.fromEntries(new URLSearchParams(location));
			const then = await visitPage('GET', { ...visit, slot: undefined, fields: {}, query });
			return {
				...then,
				location,
				writes: first.writes,
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

/** The slot with its seal that the page's form sends. */
export function offerOfForm(html: string): string | undefined {
	return /name="offer" value="([^"]*)"/.exec(html)?.[1];
}

/** The starts of the slots that a page lists, each as often as it does. */
export const startsOn = (html: string) =>
	[...html.matchAll(/name="slot" value="(\d+)"/g)].map(([, start]) => Number(start));

/** The hours of {@link ALL_HOURS} that a page lists. */
export const hoursOn = (html: string) =>
	ALL_HOURS.filter((hour) => startsOn(html).includes(startOf(hour)));
