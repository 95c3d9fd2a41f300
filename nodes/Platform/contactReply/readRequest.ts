import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import type { Slot } from '../../booking/slots';
import { clockFor, preferredLocales } from '../../bookingPage/contactClock';
import type { Seal, View } from '../../bookingPage/pageParts';
import { type ContactInput, readContactInput } from '../../bookingPage/readContactInput';
import { languageOf, LANGUAGES } from '../../bookingPage/words';
import { authenticationOf } from '../../fields/accountFields';
import { fieldsAt } from '../../fields/parameters';
import { fieldsOf } from '../../http/body';
import { readWaitingRequest } from '../../n8n/waitingExecution';
import type { FreeSlotsQuery } from '../../platformApi/calendars';
import { PlatformClient } from '../../platformApi/client';
import { addDays, dateInZone } from '../../time/times';
import { bindToLocation } from '../platformOperation';
import { readAskPage } from './askToConfirm';
import { readOfferPage } from './offerSlots';
import type { AppointmentReading, ContactPage, ReadPage } from './contactPage';
import { NOT_UP_TO_DATE, report } from './report';
import { makeSeal, openSeal } from './seal';

const PAGES = { askToConfirm: readAskPage, offerSlots: readOfferPage };

/** A request of a contact, with the page that it is for. Nothing has been written to the platform yet. */
export interface PageRequest {
	context: IWebhookFunctions;
	client: PlatformClient;
	/** Tells accounts apart in memory. */
	account: string;
	locationId: () => Promise<string>;
	method: string;
	page: ContactPage;
	days: OfferedDays;
	view: View;
	input: CheckedInput;
	/** When the wait began, in epoch milliseconds. */
	beganAt: number;
}

/** What the contact asks for, with what the seals of the page prove. */
export interface CheckedInput extends ContactInput {
	/** The chosen slot, if the page has offered it. */
	slot?: Slot;
	/** It may have been done already, as the page knew. */
	isRepeat: boolean;
	/** The appointment that the contact wants to keep beside the one to be booked. */
	keptSlot?: Slot;
}

/** The days that are offered now. */
export interface OfferedDays {
	query: FreeSlotsQuery;
	/** Under which what was read for them is shared. */
	key: string;
}

/** Reads what the waiting node offers, and what the contact wants. @throws NodeOperationError as the node itself does */
export async function readRequest(context: IWebhookFunctions): Promise<PageRequest> {
	const waiting = readWaitingRequest(context);
	const { parameters, method, query, body, wait, beganAt, endsAt } = waiting;
	const call = await bindToLocation(
		fieldsAt(parameters, 0),
		new PlatformClient(context, authenticationOf(parameters)),
	);
	const { account, client, locationId } = call;
	const operation = parameters.getNodeParameter('operation', 0) as keyof typeof PAGES;
	const readPage: ReadPage = PAGES[operation];
	const page = await readPage(call, appointmentReadingFor(method, query));
	if (page.unchecked) report(context, NOT_UP_TO_DATE, page.unchecked);

	const credential = await client.account.credential();
	// Tokens change; a client secret stays.
	const seal = makeSeal(String(credential.decrypted.clientSecret ?? credential.token), wait);
	const input = checkInput(readContactInput({ ...query, ...body }, page.acts), seal);

	const locales = preferredLocales(waiting.acceptLanguage);
	const language = languageFor(page, locales);
	const view: View = {
		words: LANGUAGES[language],
		offer: page.offer,
		clock: clockFor(locales, language, input.zone ?? page.zone),
		token: input.token,
		wait,
		beside: input.keptSlot && input.beside,
		// Ask once only: a browser with a zone unknown to us would reload forever.
		asksZone: method === 'GET' && !('zone' in query),
		hasNextPage: leadsToAskToConfirm(context),
		usableUntil: endsAt || undefined,
		seal,
	};
	const days = daysOf(page, account);
	return { context, client, account, locationId, method, page, days, view, input, beganAt };
}

function appointmentReadingFor(method: string, { notice }: IDataObject): AppointmentReading {
	switch (method) {
		case 'GET':
			return notice === 'unknown' || notice === 'pending' ? 'afterForm' : 'shared';
		case 'POST':
			return 'fresh';
		default:
			return 'none';
	}
}

function checkInput(input: ContactInput, seal: Seal): CheckedInput {
	const { act, offer, beside } = input;
	const offered = act && act !== 'none' ? openSeal(seal, act, offer) : undefined;
	const kept = openSeal(seal, 'beside', beside);
	return {
		...input,
		slot: offered?.slot,
		isRepeat: offered?.isRepeat ?? false,
		keptSlot: kept?.slot,
	};
}

/** The language that is chosen, else the first of the browser's that there is, else the one of the output. */
function languageFor({ language, textLanguage = '' }: ContactPage, locales: string[]): string {
	for (const tag of [language, ...locales, textLanguage]) {
		const found = languageOf(tag);
		if (found) return found;
	}
	return 'en';
}

function daysOf(page: ContactPage, account: string): OfferedDays {
	const { calendarId, userId, zone, daysAhead } = page;
	const startDate = dateInZone(Date.now(), zone);
	const endDate = addDays(startDate, daysAhead - 1);
	const query: FreeSlotsQuery = { calendarId, userId, startDate, endDate, zone };
	return { query, key: `${account} ${JSON.stringify(query)}` };
}

/** Tells whether Ask to Confirm and Wait follows, also in a loop: then the same link can change or cancel the booking. */
function leadsToAskToConfirm(context: IWebhookFunctions): boolean {
	const node = context.getNode();
	const following = context.getChildNodes(node.name, { includeNodeParameters: true });
	const namesBefore = new Set(context.getParentNodes(node.name).map(({ name }) => name));
	const loop = following.filter(({ name }) => namesBefore.has(name));
	// Loop Over Items leads to the page of the next contact.
	const isForNextContact = loop.some(({ type }) => type === 'n8n-nodes-base.splitInBatches');
	const comesAgain = loop.length > 0 && !isForNextContact;
	const candidates = comesAgain ? [...following, node] : following;
	return candidates.some(({ type, disabled, parameters: { operation, options } = {} }) => {
		const isAsking = type === node.type && !disabled && operation === 'askToConfirm';
		return isAsking && String(fieldsOf(options).choices) !== 'confirm';
	});
}
