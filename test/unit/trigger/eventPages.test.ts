import type { IDataObject } from 'n8n-workflow';

import { DELIVERIES, findSelectedEvent } from '../../../nodes/platformApi/deliveries';
import { EVENT_OPTIONS } from '../../../nodes/platformApi/events';
import { recorded } from '../../support/recorded';

/* HighLevel's 77 event pages: each example starts a trigger that selects its event, or the option says why it does not. */

interface EventPage {
	page: string;
	event: IDataObject;
}

const PAGES = [...recorded<EventPage[]>('eventPages'), ...recorded<EventPage[]>('newerEventPages')];

/** The options of pages that have another name. */
const OPTION_OF_PAGE: Record<string, string> = {
	AppInstall: 'INSTALL',
	AppUninstall: 'UNINSTALL',
	AppUpdate: 'UPDATE',
	ConversationUnreadWebhook: 'ConversationUnreadUpdate',
	PlanChange: 'PLAN_CHANGE',
};

const { highLevel } = DELIVERIES;

const optionOf = (page: string) => {
	const value = OPTION_OF_PAGE[page] ?? page;
	const option = EVENT_OPTIONS.find((each) => each.value === value);
	if (!option) throw new Error(`Add an event '${value}' to nodes/platformApi/events.ts`);
	return option;
};

it('there are 77 pages, each with an option of its own', () => {
	const pages = new Set(PAGES.map(({ page }) => page));
	const values = new Set([...pages].map((page) => optionOf(page).value));
	expect([pages.size, values.size]).toEqual([77, 77]);
});

it('there is an option for nothing else, but for what the contract alone sends', () => {
	const documented = new Set(PAGES.map(({ page }) => optionOf(page).value));
	const others = EVENT_OPTIONS.filter(({ value }) => !documented.has(value));
	expect(others.map(({ value }) => value)).toEqual(['app.deleted', 'FormSubmitted']);
});

/** The events of a page whose example has the type of another event, which people select, too. */
const SHOWN_AS_OTHER = ['AppointmentDelete', 'AppointmentUpdate', 'InboundMessage'];

/** Those whose examples show no event type. A price has a 'type' of its own. */
const WITHOUT_TYPE =
	/^(Association|Invoice|ObjectSchema|Price|Product|Record|Relation)(Create|Update|Delete|Paid|PartiallyPaid|Sent|Void)$/;

/** What the option says where its page's example does not start it; empty where it does, or where nothing has to be said. */
function whyNot(page: string, shownType: string, isShownAsOther: boolean): string {
	if (WITHOUT_TYPE.test(page)) return 'shows no type';
	if (!isShownAsOther || page === 'InboundMessage') return '';
	const meant = EVENT_OPTIONS.find((each) => each.value === shownType);
	return `name it '${meant?.name}': select that, too`;
}

it.each(PAGES.map(({ page, event }) => [page, event] as const))(
	'%s starts what selects it, or its option says why not',
	(page, event) => {
		const { value, description } = optionOf(page);

		const selected = findSelectedEvent(highLevel.typeIn(event), new Set([value]), [highLevel]);

		const isShownAsOther = selected === undefined && SHOWN_AS_OTHER.includes(page);
		const startsNothing = WITHOUT_TYPE.test(page) || isShownAsOther;
		expect(selected).toBe(startsNothing ? undefined : value);
		expect(description).toContain(whyNot(page, String(event.type), isShownAsOther));
	},
);

it.each(PAGES.map(({ page, event }) => [page, event] as const))(
	'%s names its location, or its option says what to turn on',
	(page, event) => {
		const location = highLevel.locationIn(event);

		const namesLocation = location !== undefined;
		expect(namesLocation || event.companyId !== undefined).toBe(true);
		const hint = namesLocation ? '' : "turn on 'Accept Other Locations'";
		expect(optionOf(page).description).toContain(hint);
		expect(location ?? 'none').toMatch(/^\w+$/);
	},
);
