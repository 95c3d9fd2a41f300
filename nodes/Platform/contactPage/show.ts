import type { IDataObject } from 'n8n-workflow';

import { nearestTo, type Slot } from '../../booking/slots';
import { choosePage, type Notice } from '../../bookingPage/choosePage';
import type { Page } from '../../bookingPage/document';
import { askPage, cancelPage, confirmPage, troublePage, unknownPage } from '../../bookingPage/pages';
import { type Act, addressOf } from '../../bookingPage/view';
import { isLate, offeredNow, type PageRequest, withName } from './request';

/** What a contact gets: a page, or the address of one. */
export type Reply = ({ page: Page; status?: number } | { location: string }) & {
	/** The item with which the workflow continues; without it the execution keeps waiting. */
	item?: IDataObject;
};

/** Status of a page that cannot show what it is for. */
export const UNAVAILABLE = 503;
const NEAREST = 3;

/** The page that a GET asks for. Changes nothing. */
export async function show(request: PageRequest): Promise<Reply> {
	const { page, visit } = request;
	const { appointment, acts } = page;
	if (visit.notice === 'failed') return failed(request);
	const act = acts.find((possible) => possible === visit.act);
	if (!appointment || act === 'move') return await showTimes(request, act ?? 'book', appointment);
	const view = await withName(request);
	if (act && visit.notice === 'unknown') return { page: unknownPage(view, act, appointment) };
	return { page: act === 'cancel' ? cancelPage(view, appointment) : askPage(view, appointment, acts) };
}

const failed = ({ view }: PageRequest): Reply => ({ page: troublePage(view, 'failed', addressOf(view)) });

/** The list of free times, or the one that was chosen from it. */
async function showTimes(request: PageRequest, act: Act, former?: Slot): Promise<Reply> {
	const { page, visit } = request;
	const { start, notice } = visit;
	const [view, offered] = await Promise.all([withName(request), offeredNow(request)]);
	if (!offered) return { page: troublePage(view, 'unreadable', addressOf(view, { do: act })), status: UNAVAILABLE };
	const day = visit.day ?? (start === undefined ? undefined : view.clock.dateOf(start));
	const choosing = (reason?: Notice): Reply => ({
		page: choosePage(view, { act, former, ...offered, day, takesNone: page.takesNone, notice: reason }),
	});
	if (start === undefined) return choosing();
	const slot = offered.slots.find((free) => free.start === start);
	const nearest = nearestTo({ start, end: start }, offered.slots, NEAREST);
	if (notice === 'unknown') return { page: unknownPage(view, act, slot) };
	// What the contact has at the time of a move may be another appointment, which cannot be kept in its place.
	if (notice === 'conflict') return choosing({ kind: 'conflict', nearest, kept: act === 'book' ? slot : undefined });
	if (!slot) return choosing({ kind: isLate(page, start) ? 'late' : 'taken', nearest });
	// Still free: the platform has refused it for another reason.
	if (notice === 'taken') return failed(request);
	return { page: confirmPage(view, { act, slot }, former) };
}
