import type { IDataObject } from 'n8n-workflow';

import { nearestTo, type Slot } from '../../booking/slots';
import { choosePage, type Notice } from '../../bookingPage/choosePage';
import type { Page } from '../../bookingPage/document';
import { askPage, cancelPage, confirmPage, openingPage, troublePage } from '../../bookingPage/pages';
import { type Act, addressOf, type Visit } from '../../bookingPage/view';
import { isLate, offeredNow, type VisitorRequest, withName } from './request';

/** What a visitor gets: a page, or the address of one. */
export type Reply = ({ page: Page; status?: number } | { location: string }) & {
	/** The item with which the workflow continues; without it the execution keeps waiting. */
	item?: IDataObject;
};

/** Status of a page that cannot show what it is for. */
export const UNAVAILABLE = 503;
const NEAREST = 3;

/** What the link opens before the visitor's zone is known: asks for that, and keeps what the link names. */
export function open({ view, visit: { act, start, day, wait } }: VisitorRequest): Reply {
	const fields = { do: act, slot: start?.toString(), day, ...(wait !== undefined && { wait }) };
	return { page: openingPage({ ...view, usableUntil: undefined }, addressOf(view, fields)) };
}

/** The page that a GET asks for. Changes nothing. */
export async function show(request: VisitorRequest): Promise<Reply> {
	const { page, visit } = request;
	const { appointment, acts } = page;
	const act = acts.find((one) => one === visit.act);
	if (visit.notice !== 'failed' && (!appointment || act === 'move')) return await showTimes(request, act ?? 'book', appointment);
	const view = await withName(request);
	if (visit.notice === 'failed' || !appointment) return { page: troublePage(view, 'failed', { again: addressOf(view) }) };
	if (act && isUnsure(visit.notice)) return { page: troublePage(view, visit.notice, { choice: { act, slot: appointment } }) };
	return { page: act === 'cancel' ? cancelPage(view, appointment) : askPage(view, appointment, acts) };
}

function isUnsure(notice: Visit['notice']): notice is 'unsure' | 'unclear' {
	return notice === 'unsure' || notice === 'unclear';
}

/** The list of free times, or the one that was chosen from it. */
async function showTimes(request: VisitorRequest, act: Act, former?: Slot): Promise<Reply> {
	const { page, visit } = request;
	const { start, notice, from, zone, drawnIn = zone } = visit;
	const [view, offered] = await Promise.all([withName(request), offeredNow(request)]);
	if (!offered) return { page: troublePage(view, 'unreadable', { again: addressOf(view, { do: act }) }), status: UNAVAILABLE };
	const day = visit.day ?? (start === undefined ? undefined : view.clock.dateOf(start));
	const times = { act, former, ...offered, day, takesNone: page.takesNone };
	const choosing = (told?: Notice): Reply => ({ page: choosePage(view, { ...times, notice: told }) });
	// What was clicked was read in another zone than the one that is chosen now.
	if (start === undefined || drawnIn !== zone) return choosing();
	const slot = offered.slots.find((one) => one.start === start);
	const nearest = nearestTo({ start, end: start }, offered.slots, NEAREST);
	if (notice === 'conflict') {
		// What the contact has then may be another appointment: only one that is booked here can be kept.
		return choosing({ kind: 'conflict', nearest, kept: act === 'book' ? slot : undefined });
	}
	if (!slot) {
		// Another process, which may have booked it, would not be remembered here.
		const mayBeOwn = from !== undefined && from !== view.drawnBy;
		if (mayBeOwn) return choosing({ kind: 'own', nearest: [] });
		return choosing({ kind: isLate(page, start) ? 'late' : 'taken', nearest });
	}
	if (isUnsure(notice)) return { page: troublePage(view, notice, { choice: { act, slot } }) };
	// Still free: the platform has refused it for another reason.
	if (notice === 'taken') return { page: troublePage(view, 'failed', { again: addressOf(view) }) };
	return { page: confirmPage(view, { act, slot }, former) };
}
