import type { IDataObject } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { calendarsOf } from '../../bookingPage/calendarEntry';
import { donePage } from '../../bookingPage/donePage';
import { addressOf, choiceFields } from '../../bookingPage/pageParts';
import { HEADERS, type Page, uncertainPage } from '../../bookingPage/pages';
import { readId } from '../../http/body';
import { withTimeout } from '../../utils/attempt';
import { BoundedMap } from '../../utils/boundedMap';
import { carryOut, type Choice, type ChoiceOutcome, reportUndone } from './carryOutChoice';
import type { Decided } from './pageFields';
import type { PageRequest } from './readRequest';
import { report } from './report';
import { withName } from './sharedReads';

/** What a contact gets, and what the workflow is told. */
export interface Reply {
	/** Sent at once. Without it, the response waits until n8n has taken the item. */
	page?: Page;
	/** Without an item, the execution keeps waiting. */
	handover?: Promise<Handover | undefined>;
}

/** What a decision tells the workflow, once. */
export interface Handover {
	item: IDataObject;
	/** For the contact, once n8n has taken the item. */
	done: Page;
	/** For the contact, where n8n has not taken it, or not in time. */
	pending: Page;
	/** Is told whether n8n has taken the item. */
	settle: (isTaken: boolean) => void;
}

interface Decision {
	choice: Choice;
	/** The request that was carried out: its page makes the item. */
	request: PageRequest;
	outcome: Promise<ChoiceOutcome>;
	/** The outcome, once it is there. */
	ended?: ChoiceOutcome;
	/** Whether n8n has taken the item, from the moment on when it gets it. */
	taken?: Promise<boolean>;
}

/**
 * The decisions of this process that are under way or stand, by the name of the wait: n8n lets two requests at the same
 * instant both reach the node. What another process has done, the form and the platform know.
 */
const decisions = new BoundedMap<string, Decision>(1_000);

/** A proxy in front of n8n waits a minute for both. */
const MAX_DECISION_MS = 25_000;
export const MAX_TAKING_MS = 20_000;
/** Once an outcome is there that came late, the contact may ask for it so long before the workflow goes on without. */
const TO_ASK_MS = 30_000;

export const isDecided = ({ view }: PageRequest): boolean => decisions.has(view.wait);

const redirectTo = (address: string): Page => ({
	html: '',
	headers: { ...HEADERS, Location: address },
	status: 303,
});

/** Carries out what a POST asks for, once. What is not done is shown at an address that can be loaded again. */
export async function decide(request: PageRequest): Promise<Reply> {
	const { page, visit, view } = request;
	const { act, slot, note, kept } = visit;
	const { start, end } = page.appointment ?? {};
	const isThere = slot?.start === start && slot?.end === end;
	const isStale = (act === 'confirm' || act === 'cancel') && !isThere && !page.isGone;
	// What was not offered, or is not what the page shows now, is asked anew.
	if (!act || (act !== 'none' && (!slot || isStale)))
		return { page: redirectTo(addressOf(view, { do: act, slot: visit.start })) };
	// A form that is sent again may have moved it there before.
	const isRepeat = visit.isRepeat || (act === 'move' && isThere);
	const decision = decisionFor(request, { act, slot, note, kept, isRepeat });
	const outcome = await withTimeout(decision.outcome, MAX_DECISION_MS);
	if (typeof outcome === 'object') return await answerDecided(request, decision, outcome);
	// Once it is told that nothing was done, anything else can be decided.
	if (outcome && outcome !== 'unknown') decisions.delete(view.wait);
	if (outcome === 'own') return { page: redirectTo(addressOf(view)) };
	const { choice } = decision;
	const mayBeDone = outcome === undefined || outcome === 'unknown' || outcome === 'conflict';
	const about = choiceFields(view, choice.act, choice.slot, mayBeDone);
	return {
		page: redirectTo(addressOf(view, { ...about, notice: outcome ?? 'unknown' })),
		handover: outcome === undefined ? handOverLater(request, decision) : undefined,
	};
}

/** The decision that is under way or stands, or else a new one. After an unknown outcome, it is the same again. */
function decisionFor(request: PageRequest, asked: Choice): Decision {
	const before = decisions.get(request.view.wait);
	if (before && before.ended !== 'unknown') return before;
	const choice: Choice = before ? { ...before.choice, isRepeat: true } : asked;
	const outcome = carryOut(request, choice).catch((error: unknown) =>
		reportUndone(request, choice.act, error),
	);
	return rememberDecision(request, choice, outcome);
}

function rememberDecision(
	request: PageRequest,
	choice: Choice,
	outcome: Promise<ChoiceOutcome>,
): Decision {
	const decision: Decision = { choice, request, outcome };
	decisions.set(request.view.wait, decision);
	void outcome.then((ended) => {
		decision.ended = ended;
	});
	return decision;
}

/** The response to a GET of a wait whose decision this process knows. */
export async function showDecision(request: PageRequest): Promise<Reply | undefined> {
	const decision = decisions.get(request.view.wait);
	if (!decision) return undefined;
	const { choice, ended } = decision;
	if (typeof ended === 'object') return await answerDecided(request, decision, ended);
	const view = { ...(await withName(request)), usableUntil: undefined };
	const slot = choice.slot ?? request.page.appointment;
	return { page: uncertainPage(view, 'unknown', choice.act, slot, true) };
}

/** The response to a GET where the platform shows what an earlier process has carried out, and has not told anybody. */
export async function answerFound(request: PageRequest, found: Decided): Promise<Reply> {
	const choice: Choice = {
		act: found.outcome === 'gone' ? 'none' : found.outcome,
		slot: found.slot,
		isRepeat: true,
	};
	const decision = rememberDecision(request, choice, Promise.resolve(found));
	return await answerDecided(request, decision, found);
}

/**
 * The response to a decision that was carried out. The first one hands the item to n8n; the contact reads that it is done
 * once n8n has taken it.
 */
async function answerDecided(
	request: PageRequest,
	decision: Decision,
	decided: Decided,
): Promise<Reply> {
	const { choice } = decision;
	const { page, context } = request;
	const { outcome, slot, record } = decided;
	const uid = readId(record ?? {}) ?? page.appointmentId ?? `${page.calendarId}-${slot?.start}`;
	const view = { ...(await withName(request)), usableUntil: undefined };
	const calendars = calendarsOf(view, decided, uid);
	const former = outcome === 'move' ? (page.former ?? page.appointment) : undefined;
	const hasTime = outcome === 'book' || outcome === 'confirm' || outcome === 'move';
	const done =
		page.redirect && hasTime
			? redirectTo(new URL(page.redirect).href)
			: donePage(view, decided, calendars, former);
	const about = choiceFields(view, choice.act, choice.slot, true);
	const pending = redirectTo(addressOf(view, { ...about, notice: 'pending' }));
	if (decision.taken) {
		const isTaken = await withTimeout(decision.taken, MAX_TAKING_MS);
		return { page: isTaken ? done : pending };
	}

	let settleTaken: (isTaken: boolean) => void = () => {};
	decision.taken = new Promise((resolve) => {
		settleTaken = resolve;
	});
	const settle = (isTaken: boolean) => {
		// Another request may try again.
		if (!isTaken) decision.taken = undefined;
		settleTaken(isTaken);
	};
	try {
		// With the slot that was chosen, so that the item says where the platform has another.
		const told = { ...decided, slot: slot && choice.slot };
		const item = await decision.request.page.item(told, calendars);
		return { handover: Promise.resolve({ item, done, pending, settle }) };
	} catch (error) {
		settle(false);
		report(context, NOT_TOLD, error);
		return { page: pending };
	}
}

export const NOT_TOLD = 'The workflow could not be told what a contact has decided';

/** Tells the workflow of an outcome that came late, unless the contact has asked for it. */
async function handOverLater(
	request: PageRequest,
	decision: Decision,
): Promise<Handover | undefined> {
	const outcome = await decision.outcome;
	await sleep(TO_ASK_MS);
	if (typeof outcome !== 'object' || decision.taken) return undefined;
	const { handover } = await answerDecided(request, decision, outcome);
	return await handover;
}
