import type {
	IDataObject,
	IWebhookDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { nearestTo, type Slot } from '../../booking/slots';
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
import { type Act, addressOf, type readVisit, type Wish } from '../../bookingPage/view';
import { LANGUAGES } from '../../bookingPage/words';
import { readId } from '../../http/body';
import { appointmentIn } from '../../platformApi/appointmentReads';
import { SerialQueue } from '../../utils/attempt';
import { BoundedMap } from '../../utils/boundedMap';
import type { Decided } from './pageFields';
import {
	forgetSlots,
	offeredNow,
	readRequest,
	report,
	type PageRequest,
	withName,
} from './request';

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

/** The choice of a contact. `slot` is set where it need not be free: the appointment's own, or that of a repeat. */
type Choice = Pick<ReturnType<typeof readVisit>, 'start' | 'note' | 'isRepeat'> & {
	act: Wish;
	slot?: Slot;
};

/** A decision that stands: it was carried out, or its outcome is unknown, and only the very same can be asked for `again`. */
export type End = (Decided & { kind: 'done' }) | { kind: 'unknown'; again: Choice & { act: Act } };

/** The outcome of a choice: taken, conflict and failed mean that nothing was done. */
type Attempt = End | { kind: 'unknown' | 'taken' | 'conflict' | 'failed' };

/** The decisions of this process, by the name of the wait. After a restart, only the form tells a repeat. */
export const ends = new BoundedMap<string, End>(1_000);

/** n8n lets two requests at the same instant both reach the node, and continues the workflow after the first response. */
const queue = new SerialQueue();

interface Reply {
	page: Page;
	status?: number;
	/** The item with which the workflow continues; without it the execution keeps waiting. */
	item?: IDataObject;
}

const redirect = (address: string): Reply => ({
	page: { html: '', headers: { ...HEADERS, Location: address } },
	status: SEE_OTHER,
});

/** Serves the page of a waiting execution: GET reads, POST decides, and the execution continues where there are items. */
export async function respondToContact(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	// An error thrown here would end the execution, whoever made the request.
	const {
		page,
		status = OK,
		item,
	} = await readRequest(this)
		.then(replyTo)
		.catch((error: unknown): Reply => {
			report(this, 'The page could not be shown', error);
			const view = { offer: {}, clock: new ContactClock('en', 'UTC'), ...LANGUAGES.en, wait: '' };
			return { page: messagePage(view, 'unreadable', ''), status: UNAVAILABLE };
		});
	const response = this.getResponseObject();
	response.statusCode = status;
	for (const [name, value] of Object.entries(page.headers)) response.setHeader(name, value);
	response.end(page.html);
	return {
		noWebhookResponse: true,
		...(item && { workflowData: [[{ json: item, pairedItem: { item: 0 } }]] }),
	};
}

async function replyTo(request: PageRequest): Promise<Reply> {
	const { view, visit, method } = request;
	if (method === 'HEAD') return { page: { html: '', headers: HEADERS } };
	const isPost = method === 'POST';
	// In a loop, n8n serves the next contact at the same address; this one learns nothing of what is offered there.
	const isOutdated = visit.wait !== view.wait && (isPost || visit.wait !== undefined);
	if (isOutdated)
		return { page: messagePage({ ...view, offer: {} }, 'outdated'), status: CONFLICT };
	const end = ends.get(view.wait);
	const isOver = !end && (view.usableUntil ?? Infinity) <= Date.now();
	if (isOver) return { page: messagePage(view, 'ended'), status: CONFLICT };
	if (isPost) return await decide(request);
	return end ? await ended(request, end) : await show(request);
}

/** The page that a GET asks for. Changes nothing. */
async function show(request: PageRequest): Promise<Reply> {
	const { page, visit } = request;
	const { appointment, acts } = page;
	if (visit.notice === 'failed') return failed(request);
	const act = acts.find((possible) => possible === visit.act);
	if (!appointment || act === 'move') return await showTimes(request, act ?? 'book', appointment);
	const view = await withName(request);
	if (act && visit.notice === 'unknown') return { page: unknownPage(view, act, appointment) };
	return {
		page: act === 'cancel' ? cancelPage(view, appointment) : askPage(view, appointment, acts),
	};
}

const failed = ({ view }: PageRequest): Reply => ({
	page: messagePage(view, 'failed', addressOf(view)),
});

/** The list of free slots, or the one that was chosen from it. */
async function showTimes(request: PageRequest, act: Act, former?: Slot): Promise<Reply> {
	const { page, visit } = request;
	const { start, notice } = visit;
	const [view, offered] = await Promise.all([withName(request), offeredNow(request)]);
	if (!offered)
		return {
			page: messagePage(view, 'unreadable', addressOf(view, { do: act })),
			status: UNAVAILABLE,
		};
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
	const slot = offered.slots.find((free) => free.start === start);
	const nearest = nearestTo({ start, end: start }, offered.slots, NEAREST);
	if (notice === 'unknown') return { page: unknownPage(view, act, slot) };
	// A contact who moves may have another appointment at that time, which cannot replace this one.
	if (notice === 'conflict')
		return choosing({ kind: 'conflict', nearest, kept: act === 'book' ? slot : undefined });
	if (!slot) return choosing({ kind: 'taken', nearest });
	// Still free: the platform has refused it for another reason.
	if (notice === 'taken') return failed(request);
	return { page: confirmPage(view, act, slot, former) };
}

/** Carries out what a POST asks for, once. What is not done is shown at an address that can be loaded again. */
async function decide(request: PageRequest): Promise<Reply> {
	const { page, visit, view } = request;
	const wishes: readonly Wish[] = page.takesNone ? [...page.acts, 'none'] : page.acts;
	const act = wishes.find((wish) => wish === visit.act);
	const slot = act === 'book' || act === 'move' ? undefined : page.appointment;
	const start = slot ? slot.start : visit.start;
	if (act === undefined || (start === undefined && act !== 'none'))
		return redirect(addressOf(view));
	const choice = { ...visit, act, start, slot };
	const { attempt, isOwn } = await decideOnce(request, choice);
	// The slot that was just booked or refused may still be among those that were read.
	forgetSlots(request);
	if (attempt.kind === 'done') return await ended(request, attempt, isOwn);
	const about = 'again' in attempt ? attempt.again : choice;
	return redirect(addressOf(view, { do: about.act, slot: about.start, notice: attempt.kind }));
}

/** Decides once for a wait, however often it is called. @returns the outcome, and whether this call has written */
export async function decideOnce(
	request: PageRequest,
	choice: Choice,
): Promise<{ attempt: Attempt; isOwn: boolean }> {
	const { wait } = request.view;
	return await queue.run(wait, async () => {
		const end = ends.get(wait);
		if (end?.kind === 'done') return { attempt: end, isOwn: false };
		const attempt = await writeChoice(request, end ? end.again : choice);
		if (attempt.kind === 'done' || 'again' in attempt) ends.set(wait, attempt);
		return { attempt, isOwn: true };
	});
}

/** One write for a time that is still offered, or for what an earlier write may have done already. */
async function writeChoice(
	request: PageRequest,
	{ act, start, note, slot: present, isRepeat }: Choice,
): Promise<Attempt> {
	const { context, page } = request;
	if (act === 'none') {
		const none = { kind: 'done', outcome: act, note } as const;
		// Without an item, as for a contact that cannot be looked up, the workflow could not continue: nothing is decided then.
		await page.item(none);
		return none;
	}
	if (!present) forgetSlots(request);
	const slots = present ? [present] : (await offeredNow(request))?.slots;
	const slot = slots?.find((free) => free.start === start);
	if (!slot && isRepeat) return { kind: 'unknown' };
	if (!slot) return { kind: slots ? 'taken' : 'failed' };
	const done = { kind: 'done', outcome: act, slot, note } as const;
	const outcome = await page
		.write(act, slot, isRepeat)
		.catch((error: unknown) => ({ kind: 'refused', why: 'other', error }) as const);
	const isOwn = outcome.kind === 'own';
	// Nothing is left to cancel, or the platform names what was booked before.
	if (outcome.kind === 'done' || (isOwn && (outcome.record || act === 'cancel'))) {
		const { record } = outcome;
		const isEarlier = isOwn || outcome.isEarlier;
		return { ...done, slot: appointmentIn(record ?? {}).slot ?? slot, record, isEarlier };
	}
	// Only a new time can be taken.
	const isNew = !isRepeat && !present;
	const why = isOwn ? 'conflict' : outcome.kind === 'refused' ? outcome.why : 'other';
	if (isNew && (why === 'taken' || why === 'conflict')) return { kind: why };
	const isUnknown = isRepeat || outcome.kind === 'unknown';
	report(
		context,
		isUnknown
			? `The outcome of a write (${act}) is unknown`
			: `What a contact chose (${act}) was refused`,
		outcome.error,
	);
	// Sending the same again would never help.
	if (act !== 'book' && why === 'gone') return { ...done, outcome: 'gone' };
	return isUnknown
		? { kind: 'unknown', again: { act, start, note, slot, isRepeat: true } }
		: { kind: 'failed' };
}

/** The response once there is a decision. @param isOwn whether this request has decided, so that the workflow continues */
async function ended(request: PageRequest, end: End, isOwn = false): Promise<Reply> {
	const { page } = request;
	const view = { ...(await withName(request)), usableUntil: undefined };
	if (end.kind !== 'done') return { page: unknownPage(view, end.again.act, end.again.slot) };
	const { outcome, slot, record } = end;
	const calendars = calendarsOf(
		view,
		end,
		readId(record ?? {}) ?? page.appointmentId ?? `${page.calendarId}-${slot?.start}`,
	);
	const item = isOwn ? await page.item(end, calendars) : undefined;
	const hasTime = outcome === 'book' || outcome === 'confirm' || outcome === 'move';
	if (page.redirect && hasTime) return { ...redirect(new URL(page.redirect).href), item };
	return {
		page: donePage(view, end, calendars, outcome === 'move' ? page.appointment : undefined),
		item,
	};
}
