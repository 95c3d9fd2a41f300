import { type IDataObject, sleep } from 'n8n-workflow';

import { type Calendars, calendarsOf } from '../../bookingPage/calendarEntry';
import { donePage } from '../../bookingPage/donePage';
import { addressOf, choiceFields } from '../../bookingPage/pageParts';
import { HEADERS, type Page, uncertainPage } from '../../bookingPage/pages';
import type { ActOrNone } from '../../bookingPage/readContactInput';
import { readId } from '../../http/body';
import { withTimeout } from '../../utils/withTimeout';
import { BoundedMap } from '../../utils/boundedMap';
import { carryOut, type Choice, type ChoiceOutcome, reportRefusal } from './carryOutChoice';
import type { DecisionResult } from './contactPage';
import type { PageRequest } from './readRequest';
import { report } from './report';
import { withCalendarName } from './sharedReads';

/** What a contact gets, and what the workflow is told. Both, where the contact has to wait no longer for an outcome that comes late. */
export interface Reply {
	/** Sent at once. Without it, the response waits until n8n has saved the item of `handover`. */
	page?: Page;
	/** Where it is left out, or gives undefined, the execution keeps waiting. */
	handover?: Promise<Handover | undefined>;
}

/** What a decision tells the workflow, once. */
export interface Handover {
	item: IDataObject;
	/** For the contact, once n8n has saved the item. */
	donePage: Page;
	/** For the contact, where n8n has not saved it, or not in time. */
	pendingPage: Page;
	/** Is called with whether n8n has saved the item. */
	reportSaved: (isSaved: boolean) => void;
}

interface Decision {
	choice: Choice;
	/** The request that was carried out: its page makes the item. */
	request: PageRequest;
	whenEnded: Promise<ChoiceOutcome>;
	/** Undefined while it is under way. */
	outcome?: ChoiceOutcome;
	/** Whether n8n has saved the item. Undefined before n8n gets it, and after n8n could not save it. */
	isItemSaved?: Promise<boolean>;
}

/**
 * The decisions of this process that are under way or stand, by the name of the wait: n8n lets two requests at the same
 * instant both reach the node. What another process has done, the form and the platform know.
 */
const decisions = new BoundedMap<string, Decision>(1_000);

export const WORKFLOW_NOT_CONTINUED = 'The workflow could not be told what a contact has decided';

/** A proxy in front of n8n waits a minute for both. */
const MAX_DECISION_MS = 25_000;
export const MAX_SAVING_MS = 20_000;
/** Once an outcome is there that came late, the contact may ask for it so long before the workflow goes on without. */
const TIME_TO_ASK_MS = 30_000;

export const hasDecision = ({ view }: PageRequest): boolean => decisions.has(view.wait);

const redirectTo = (address: string): Page => ({
	html: '',
	headers: { ...HEADERS, Location: address },
	status: 303,
});

/** Carries out what a POST asks for, once. What is not done is shown at an address that can be loaded again. */
export async function decide(request: PageRequest): Promise<Reply> {
	const { input, view } = request;
	const newChoice = choiceOf(request);
	if (!newChoice)
		return { page: redirectTo(addressOf(view, { do: input.act, slot: input.start })) };

	const decision = decisionFor(request, newChoice);
	const outcome = await withTimeout(decision.whenEnded, MAX_DECISION_MS);
	if (typeof outcome === 'object') return await respondWithResult(request, decision, outcome);

	// Once the contact reads that nothing was done, anything else can be decided.
	if (outcome && outcome !== 'unknown') decisions.delete(view.wait);
	if (outcome === 'bookedElsewhere') return { page: redirectTo(addressOf(view)) };

	const { act, slot } = decision.choice;
	const mayBeDone = outcome === undefined || outcome === 'unknown' || outcome === 'conflict';
	const fields = choiceFields(view, act, slot, mayBeDone);
	const address = addressOf(view, { ...fields, notice: outcome ?? 'unknown' });
	return {
		page: redirectTo(address),
		handover: outcome === undefined ? handOverLater(request, decision) : undefined,
	};
}

/** The choice of a form. Undefined for what was not offered, or is not what the page shows now: the contact is asked anew. */
function choiceOf({ page, input }: PageRequest): Choice | undefined {
	const { act, slot, note, keptSlot } = input;
	if (!act) return undefined;
	if (act !== 'none' && !slot) return undefined;
	const { start, end } = page.appointment ?? {};
	const isAtSlot = slot?.start === start && slot?.end === end;
	const isAboutAppointment = act === 'confirm' || act === 'cancel';
	if (isAboutAppointment && !isAtSlot && !page.isGone) return undefined;
	// A form that is sent again may have moved it there before.
	const isRepeat = input.isRepeat || (act === 'move' && isAtSlot);
	return { act, slot, note, keptSlot, isRepeat };
}

/** The decision that is under way or stands, or else a new one. After an unknown outcome, it is the same again. */
function decisionFor(request: PageRequest, newChoice: Choice): Decision {
	const earlier = decisions.get(request.view.wait);
	if (earlier && earlier.outcome !== 'unknown') return earlier;
	const choice = earlier ? { ...earlier.choice, isRepeat: true } : newChoice;
	const whenEnded = carryOut(request, choice).catch((error: unknown) =>
		reportRefusal(request, choice.act, error),
	);
	return rememberDecision(request, choice, whenEnded);
}

function rememberDecision(
	request: PageRequest,
	choice: Choice,
	whenEnded: Promise<ChoiceOutcome>,
): Decision {
	const decision: Decision = { choice, request, whenEnded };
	decisions.set(request.view.wait, decision);
	void whenEnded.then((outcome) => {
		decision.outcome = outcome;
	});
	return decision;
}

/** The response to a GET of a wait whose decision this process knows. */
export async function showDecision(request: PageRequest): Promise<Reply | undefined> {
	const decision = decisions.get(request.view.wait);
	if (!decision) return undefined;
	const { choice, outcome } = decision;
	if (typeof outcome === 'object') return await respondWithResult(request, decision, outcome);
	const view = { ...(await withCalendarName(request)), usableUntil: undefined };
	const slot = choice.slot ?? request.page.appointment;
	return { page: uncertainPage(view, 'unknown', choice.act, slot, true) };
}

/** The response to a GET where the platform shows what an earlier process has carried out, and has not told anybody. */
export async function respondWithEvidence(
	request: PageRequest,
	act: ActOrNone,
	result: DecisionResult,
): Promise<Reply> {
	const choice: Choice = { act, slot: result.slot, isRepeat: true };
	const decision = rememberDecision(request, choice, Promise.resolve(result));
	return await respondWithResult(request, decision, result);
}

/** The pages that a contact can get for a decision that was carried out. */
interface ResultPages {
	/** Once n8n has saved the item. */
	donePage: Page;
	/** Where n8n has not saved it, or not in time. */
	pendingPage: Page;
	/** The calendar entry, for the page and for the item. */
	calendars?: Calendars;
}

async function makeResultPages(
	request: PageRequest,
	{ act, slot: chosenSlot }: Choice,
	result: DecisionResult,
): Promise<ResultPages> {
	const { page } = request;
	const { outcome, slot, record = {} } = result;
	const view = { ...(await withCalendarName(request)), usableUntil: undefined };
	const uid = readId(record) ?? page.appointmentId ?? `${page.calendarId}-${slot?.start}`;
	const calendars = calendarsOf(view, result, uid);
	const fields = choiceFields(view, act, chosenSlot, true);
	const pendingPage = redirectTo(addressOf(view, { ...fields, notice: 'pending' }));
	const hasTime = outcome === 'book' || outcome === 'confirm' || outcome === 'move';
	if (page.redirect && hasTime)
		return { donePage: redirectTo(new URL(page.redirect).href), pendingPage, calendars };
	const slotBefore = page.formerSlot ?? page.appointment;
	const isMoved = outcome === 'move' && slotBefore?.start !== slot?.start;
	const formerSlot = isMoved ? slotBefore : undefined;
	return { donePage: donePage(view, result, calendars, formerSlot), pendingPage, calendars };
}

/**
 * The response to a decision that was carried out. The first one hands the item to n8n; the contact reads that it is done
 * once n8n has saved it.
 */
async function respondWithResult(
	request: PageRequest,
	decision: Decision,
	result: DecisionResult,
): Promise<Reply> {
	const pages = await makeResultPages(request, decision.choice, result);
	if (decision.isItemSaved) {
		const isSaved = await withTimeout(decision.isItemSaved, MAX_SAVING_MS);
		return { page: isSaved ? pages.donePage : pages.pendingPage };
	}
	return await handOver(request, decision, result, pages);
}

/** Hands the item of a decision to n8n. Until n8n has saved it, further requests wait for that. */
async function handOver(
	request: PageRequest,
	decision: Decision,
	result: DecisionResult,
	{ donePage: finalPage, pendingPage, calendars }: ResultPages,
): Promise<Reply> {
	const reportSaved = expectItemToBeSaved(decision);
	// With the slot that was chosen, so that the item says where the platform has another.
	const resultOfChoice = { ...result, slot: result.slot && decision.choice.slot };
	try {
		const item = await decision.request.page.item(resultOfChoice, calendars);
		const handover = { item, donePage: finalPage, pendingPage, reportSaved };
		return { handover: Promise.resolve(handover) };
	} catch (error) {
		reportSaved(false);
		report(request.context, WORKFLOW_NOT_CONTINUED, error);
		return { page: pendingPage };
	}
}

/** Marks the decision as handed to n8n. @returns the function to call with whether n8n has saved the item */
function expectItemToBeSaved(decision: Decision): Handover['reportSaved'] {
	let settle: (isSaved: boolean) => void = () => {};
	decision.isItemSaved = new Promise((resolve) => {
		settle = resolve;
	});
	return (isSaved) => {
		// Another request may try again.
		if (!isSaved) decision.isItemSaved = undefined;
		settle(isSaved);
	};
}

/** Tells the workflow of an outcome that came late, unless the contact has asked for it. */
async function handOverLater(
	request: PageRequest,
	decision: Decision,
): Promise<Handover | undefined> {
	const outcome = await decision.whenEnded;
	await sleep(TIME_TO_ASK_MS);
	if (typeof outcome !== 'object') return undefined;
	const { handover } = await respondWithResult(request, decision, outcome);
	return await handover;
}
