import type {
	IDataObject,
	IWebhookDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { filterSlots, nearestTo, type Slot } from '../../booking/slots';
import { choosePage, type Notice } from '../../bookingPage/choosePage';
import { ContactClock } from '../../bookingPage/dates';
import { calendarsOf, donePage } from '../../bookingPage/donePage';
import {
	askPage,
	cancelPage,
	confirmPage,
	HEADERS,
	messagePage,
	type Page,
	unknownPage,
} from '../../bookingPage/pages';
import { type Act, addressOf, choiceFields, type View, type Wish } from '../../bookingPage/view';
import { LANGUAGES } from '../../bookingPage/words';
import { readId } from '../../http/body';
import { appointmentIn } from '../../platformApi/appointmentReads';
import { withTimeout } from '../../utils/attempt';
import { BoundedMap } from '../../utils/boundedMap';
import { speaksOfSlot } from '../appointment/policy';
import type { ContactPage, Decided } from './pageFields';
import {
	forgetSlots,
	mayPass,
	offeredSlot,
	offeredNow,
	readRequest,
	report,
	type PageRequest,
	withName,
} from './pageRequest';

/** n8n serves these at the resume address of a waiting execution only; there is nothing to register. */
export const contactWebhooks: IWebhookDescription[] = (['GET', 'HEAD', 'POST'] as const).map(
	(httpMethod) => ({
		name: 'default',
		httpMethod,
		responseMode: 'onReceived',
		path: '',
		restartWebhook: true,
	}),
);

const [OK, SEE_OTHER, CONFLICT, UNAVAILABLE] = [200, 303, 409, 503];

const NEAREST = 3;

/** What a contact has decided. `slot` is one that the page has offered, or the appointment's own. */
interface Choice {
	act: Wish;
	slot?: Slot;
	note?: string;
	/** It may have been carried out already. */
	isRepeat: boolean;
}

type Outcome =
	/** It was carried out. */
	| (Decided & { kind: 'done' })
	/** Nobody knows. Only the very same can be asked for again. */
	| { kind: 'unknown' }
	/** Nothing was done: `failed` may pass, for `refused` the sender of the link has to act. */
	| { kind: 'taken' | 'conflict' | 'failed' | 'refused' };

interface Decision {
	choice: Choice;
	/** Until the workflow has been told: it makes the item. */
	page?: ContactPage;
	outcome: Promise<Outcome>;
	/** The outcome, once it is there. */
	ended?: Outcome;
}

/**
 * The decisions of this process that are under way or stand, by the name of the wait: n8n lets two requests at the same
 * instant both reach the node. After a restart, the form and the platform know.
 */
const decisions = new BoundedMap<string, Decision>(1_000);

/** A proxy in front of n8n waits a minute. */
const MAX_DECISION_MS = 25_000;
/** Once an outcome is there that came late, the contact may ask for it so long before the workflow goes on without. */
const TO_ASK_MS = 30_000;

interface Reply {
	page: Page;
	status?: number;
	/** The item with which the workflow continues; without it the execution keeps waiting. */
	item?: Promise<IDataObject | undefined>;
}

const redirect = (address: string): Reply => ({
	page: { html: '', headers: { ...HEADERS, Location: address } },
	status: SEE_OTHER,
});

/** Serves the page of a waiting execution: GET reads, POST decides, and the execution continues where there are items. */
export async function respondToContact(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	// An error thrown here would end the execution, whoever made the request.
	const { page, status, item } = await readRequest(this).then(
		async (request) =>
			await replyTo(request).catch((error: unknown) => notShown(this, error, request)),
		(error: unknown) => notShown(this, error),
	);
	const response = this.getResponseObject();
	response.statusCode = status ?? OK;
	for (const [name, value] of Object.entries(page.headers)) response.setHeader(name, value);
	response.end(page.html);
	const json = await item?.catch((error: unknown) => report(this, NOT_TOLD, error));
	return {
		noWebhookResponse: true,
		...(json && { workflowData: [[{ json, pairedItem: { item: 0 } }]] }),
	};
}

const NOT_TOLD = 'The workflow could not be told what a contact has decided';

const PLAIN = { offer: {}, clock: new ContactClock('en', 'UTC'), ...LANGUAGES.en, wait: '' };

function notShown(context: IWebhookFunctions, error: unknown, request?: PageRequest): Reply {
	report(context, 'The page could not be shown', error);
	const again = request ? addressOf(request.view, { do: request.visit.act }) : '';
	const message = mayPass(error) ? 'unreadable' : 'refused';
	return { page: messagePage(request?.view ?? PLAIN, message, again), status: UNAVAILABLE };
}

async function replyTo(request: PageRequest): Promise<Reply> {
	const { view, visit, method, page } = request;
	if (method === 'HEAD') return { page: { html: '', headers: HEADERS } };
	const isPost = method === 'POST';
	// In a loop, n8n serves the next contact at the same address; this one learns nothing of what is offered there.
	const isOutdated = visit.wait !== view.wait && (isPost || visit.wait !== undefined);
	if (isOutdated)
		return { page: messagePage({ ...view, offer: {} }, 'outdated'), status: CONFLICT };
	const decision = decisions.get(view.wait);
	const now = Date.now();
	const ends = Math.min(view.usableUntil ?? Infinity, page.appointment?.start ?? Infinity);
	if (!decision && ends <= now) return { page: messagePage(view, 'ended'), status: CONFLICT };
	if (isPost) return await decide(request);
	if (decision?.ended?.kind === 'done') return await tell(request, decision, decision.ended);
	return decision ? unknown(await withName(request), decision.choice) : await show(request);
}

const unknown = (view: View, { act, slot }: { act: Wish; slot?: Slot }): Reply => ({
	page: unknownPage({ ...view, usableUntil: undefined }, act, slot),
});

/** The page that a GET asks for. Changes nothing. */
async function show(request: PageRequest): Promise<Reply> {
	const { page, visit } = request;
	const { appointment, former, acts } = page;
	const act = acts.find((possible) => possible === visit.act);
	if (visit.notice === 'failed' || visit.notice === 'refused')
		return { page: messagePage(request.view, visit.notice) };
	if (page.isGone) return { page: messagePage(request.view, 'goneDone') };
	if (act && visit.notice === 'unknown')
		return unknown(await withName(request), { act, slot: offeredSlot(request) ?? appointment });
	if (!appointment || act === 'move') return await showTimes(request, act ?? 'book', appointment);
	const view = await withName(request);
	return {
		page:
			act === 'cancel'
				? cancelPage(view, appointment, former)
				: askPage(view, appointment, acts, former),
	};
}

/** The list of free slots, or the one that was chosen from it. */
async function showTimes(request: PageRequest, act: Act, former?: Slot): Promise<Reply> {
	const { page, visit } = request;
	const { start, notice } = visit;
	const [view, offered] = await Promise.all([withName(request), offeredNow(request)]);
	const day = visit.day ?? (start === undefined ? undefined : view.clock.dateOf(start));
	const choosing = (reason?: Notice): Reply => ({
		page: choosePage(view, {
			act,
			former,
			...offered,
			day,
			takesNone: page.takesNone,
			notice: reason,
		}),
	});
	if (start === undefined) return choosing();
	const nearest = nearestTo({ start, end: start }, offered.slots, NEAREST);
	// A contact who moves may have another appointment at that time, which cannot replace this one.
	if (notice === 'conflict')
		return choosing({
			kind: 'conflict',
			nearest,
			kept: act === 'book' ? offeredSlot(request) : undefined,
		});
	const slot = offered.slots.find((free) => free.start === start);
	if (!slot || notice === 'taken') return choosing({ kind: 'taken', nearest });
	return { page: confirmPage(view, act, slot, former) };
}

const isSame = (a?: Slot, b?: Slot) => a?.start === b?.start && a?.end === b?.end;

/** Carries out what a POST asks for, once. What is not done is shown at an address that can be loaded again. */
async function decide(request: PageRequest): Promise<Reply> {
	const { page, visit, view } = request;
	const wishes: readonly Wish[] = page.takesNone ? [...page.acts, 'none'] : page.acts;
	const act = wishes.find((wish) => wish === visit.act);
	if (act === undefined) return redirect(addressOf(view));
	const slot = offeredSlot(request);
	const isThere = isSame(slot, page.appointment);
	const isStale = (act === 'confirm' || act === 'cancel') && !isThere && !page.isGone;
	// What was not offered, or is not what the page shows now, is asked anew.
	if (act !== 'none' && (!slot || isStale))
		return redirect(addressOf(view, { do: act, slot: visit.start }));
	// A form that is sent again may have moved it there before.
	const isRepeat = visit.isRepeat || (act === 'move' && isThere);
	const decision = decisionFor(request, { act, slot, note: visit.note, isRepeat });
	const about = (notice: string) => {
		const { choice } = decision;
		return redirect(addressOf(view, { ...choiceFields(view, choice), notice }));
	};
	const outcome = await withTimeout(decision.outcome, MAX_DECISION_MS);
	if (!outcome) return { ...about('unknown'), item: late(request, decision) };
	if (outcome.kind === 'done') return await tell(request, decision, outcome);
	// Once it is told that nothing was done, anything else can be decided.
	if (outcome.kind !== 'unknown') decisions.delete(view.wait);
	return about(outcome.kind);
}

/** The decision that is under way or stands, or else a new one. After an unknown outcome, it is the same again. */
function decisionFor(request: PageRequest, choice: Choice): Decision {
	const { wait } = request.view;
	const before = decisions.get(wait);
	if (before && before.ended?.kind !== 'unknown') return before;
	const chosen = before ? { ...before.choice, isRepeat: true } : choice;
	const outcome = carryOut(request, chosen).catch((error: unknown) =>
		undone(request, chosen, error),
	);
	const decision: Decision = { choice: chosen, page: request.page, outcome };
	decisions.set(wait, decision);
	void outcome.then((ended) => (decision.ended = ended));
	return decision;
}

/** The item for the workflow of an outcome that came late, unless the contact has asked for it. */
async function late(request: PageRequest, decision: Decision): Promise<IDataObject | undefined> {
	const outcome = await decision.outcome;
	await sleep(TO_ASK_MS);
	return outcome.kind === 'done' ? await (await tell(request, decision, outcome)).item : undefined;
}

/** One write of what the page has offered. */
async function carryOut(request: PageRequest, choice: Choice): Promise<Outcome> {
	const { context, page } = request;
	const { act, slot, note, isRepeat } = choice;
	const done = { kind: 'done', outcome: act, slot, note } as const;
	if (act === 'none' || !slot) {
		// Without an item, as for a contact that cannot be looked up, the workflow could not continue: nothing is decided then.
		await page.item(done);
		return done;
	}
	const isNew = act === 'book' || act === 'move';
	const gone = act === 'cancel' ? done : ({ ...done, outcome: 'gone' } as const);
	if (page.isGone) return gone;
	if (isNew && !isRepeat && filterSlots([slot], page.filters, page.zone, Date.now()).length === 0)
		return { kind: 'taken' };
	const written = await page.write(act, slot, isRepeat);
	// The slot that was just booked or refused may still be among those that were read.
	forgetSlots(request);
	if (written.kind === 'unknown') {
		report(context, `The outcome of a write (${act}) is unknown`, written.error);
		return { kind: 'unknown' };
	}
	if (written.kind === 'refused') {
		const { why, error } = written;
		if (isNew && why === 'conflict') return { kind: why };
		const isTaken =
			isNew && why === 'taken' && (speaksOfSlot(error) || !(await isFree(request, slot)));
		if (isTaken) return { kind: 'taken' };
		const outcome = undone(request, choice, error);
		return why === 'gone' && act !== 'book' ? gone : outcome;
	}
	const { kind, record } = written;
	const isEarlier = kind === 'own' || written.isEarlier;
	// The contract does not say whether it is the same appointment.
	if (kind === 'own' && !record && isNew) return { kind: 'conflict' };
	return { ...done, slot: appointmentIn(record ?? {}).slot ?? slot, record, isEarlier };
}

const isFree = async (request: PageRequest, { start }: Slot) =>
	await offeredNow(request).then(
		({ slots }) => slots.some((slot) => slot.start === start),
		() => false,
	);

function undone({ context }: PageRequest, { act }: Choice, error: unknown): Outcome {
	report(context, `What a contact chose (${act}) was refused`, error);
	return { kind: mayPass(error) ? 'failed' : 'refused' };
}

/** The response to a decision that was carried out. With the first one, the workflow continues. */
async function tell(request: PageRequest, decision: Decision, end: Decided): Promise<Reply> {
	const { page } = request;
	const view = { ...(await withName(request)), usableUntil: undefined };
	const { outcome, slot, record } = end;
	const uid = readId(record ?? {}) ?? page.appointmentId ?? `${page.calendarId}-${slot?.start}`;
	const calendars = calendarsOf(view, end, uid);
	const item = decision.page?.item(end, calendars);
	decision.page = undefined;
	const hasTime = outcome === 'book' || outcome === 'confirm' || outcome === 'move';
	if (page.redirect && hasTime) return { ...redirect(new URL(page.redirect).href), item };
	const former = outcome === 'move' ? (page.former ?? page.appointment) : undefined;
	return { page: donePage(view, end, calendars, former), item };
}
