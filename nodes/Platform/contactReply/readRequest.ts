import type { FreeSlotsQuery } from '../../platformApi/calendars';
import type { IWebhookFunctions } from 'n8n-workflow';

import type { Slot } from '../../booking/slots';
import { clockFor, preferredLocales } from '../../bookingPage/contactClock';
import type { View } from '../../bookingPage/pageParts';
import { readVisit, type Visit } from '../../bookingPage/readVisit';
import { languageOf, LANGUAGES } from '../../bookingPage/words';
import { authenticationOf } from '../../fields/accountFields';
import { fieldsAt } from '../../fields/parameters';
import { fieldsOf } from '../../http/body';
import { readWaiting } from '../../n8n/waitingExecution';
import { PlatformClient } from '../../platformApi/client';
import { addDays, dateInZone } from '../../time/times';
import { bindToLocation } from '../platformOperation';
import { readAskPage } from './askToConfirm';
import { readOfferPage } from './offerSlots';
import type { ContactPage, ReadPage } from './pageFields';
import { NOT_UP_TO_DATE, report } from './report';
import { openSeal, sealerOf } from './seal';

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
	visit: ContactVisit;
	/** When the wait began, in epoch milliseconds. */
	began: number;
}

/** What the contact asks for. */
export interface ContactVisit extends Visit {
	/** The chosen slot, if the page has offered it. */
	slot?: Slot;
	/** It may have been done already, as the page knew. */
	isRepeat: boolean;
	/** The appointment that the contact wants to keep beside the one to be booked. */
	kept?: Slot;
}

/** The days that are offered now. */
export interface OfferedDays {
	query: FreeSlotsQuery;
	/** Under which what was read for them is shared. */
	key: string;
}

/** Reads what the waiting node offers, and what the contact wants. @throws NodeOperationError as the node itself does */
export async function readRequest(context: IWebhookFunctions): Promise<PageRequest> {
	const { parameters, method, query, body, languages, wait, began, ends } = readWaiting(context);
	const call = await bindToLocation(
		fieldsAt(parameters, 0),
		new PlatformClient(context, authenticationOf(parameters)),
	);
	const { account, client, locationId } = call;
	const operation = parameters.getNodeParameter('operation', 0) as keyof typeof PAGES;
	const readPage: ReadPage = PAGES[operation];
	const reading = { HEAD: undefined, POST: 'fresh' as const, GET: 'shared' as const };
	const page = await readPage(call, reading[method as keyof typeof reading]);
	if (page.unchecked) report(context, NOT_UP_TO_DATE, page.unchecked);

	const visit = readVisit({ ...query, ...body }, page.acts);
	const locales = preferredLocales(languages);
	const wanted = [page.language, ...locales, page.textLanguage ?? ''];
	const language = wanted.map(languageOf).find(Boolean) ?? 'en';
	const credential = await client.account.credential();
	// Tokens change; a client secret stays.
	const seal = sealerOf(String(credential.decrypted.clientSecret ?? credential.token), wait);
	const sealed =
		visit.act && visit.act !== 'none' ? openSeal(seal, visit.act, visit.offer) : undefined;
	const kept = openSeal(seal, 'beside', visit.beside);
	const view: View = {
		words: LANGUAGES[language],
		offer: page.offer,
		clock: clockFor(locales, language, visit.zone ?? page.zone),
		token: visit.token,
		wait,
		beside: kept && visit.beside,
		// Ask once only: a browser with a zone unknown to us would reload for ever.
		asksZone: method === 'GET' && !('zone' in query),
		leadsOn: leadsToAsk(context),
		usableUntil: ends || undefined,
		seal,
	};
	return {
		context,
		client,
		account,
		locationId,
		method,
		page,
		days: daysOf(page, account),
		view,
		visit: { ...visit, slot: sealed?.slot, isRepeat: sealed?.isRepeat ?? false, kept: kept?.slot },
		began,
	};
}

function daysOf(
	{ calendarId, userId, zone, daysAhead }: ContactPage,
	account: string,
): OfferedDays {
	const startDate = dateInZone(Date.now(), zone);
	const endDate = addDays(startDate, daysAhead - 1);
	const query: FreeSlotsQuery = { calendarId, userId, startDate, endDate, zone };
	return { query, key: `${account} ${JSON.stringify(query)}` };
}

/** Tells whether Ask to Confirm and Wait follows, also in a loop: then the same link can change or cancel the booking. */
function leadsToAsk(context: IWebhookFunctions): boolean {
	const own = context.getNode();
	const follow = context.getChildNodes(own.name, { includeNodeParameters: true });
	const precede = context.getParentNodes(own.name).map(({ name }) => name);
	const loop = follow.filter(({ name }) => precede.includes(name));
	// Loop Over Items leads to the page of the next contact.
	const comesAgain =
		loop.length > 0 && loop.every(({ type }) => type !== 'n8n-nodes-base.splitInBatches');
	const nodes = comesAgain ? [...follow, own] : follow;
	return nodes.some(({ type, disabled, parameters: { operation, options } = {} }) => {
		const isAsking = type === own.type && !disabled && operation === 'askToConfirm';
		return isAsking && String(fieldsOf(options).choices) !== 'confirm';
	});
}
