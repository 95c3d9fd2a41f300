import type { IDataObject } from 'n8n-workflow';

import { DELIVERIES, findSelectedEvent } from '../../../nodes/platformApi/deliveries';
import { EVENT_OPTIONS, eventOptionsOf } from '../../../nodes/platformApi/events';
import { DESCRIPTIONS } from '../../../sandbox/http/contract';
import { fieldsOfSchema } from '../platform/nodeOnPlatform';
import { recorded } from '../../support/recorded';

/* HighLevel's event pages: each example starts a trigger that selects its event, or the option says why it does not. */

interface EventPage {
	page: string;
	event: IDataObject;
}

const ALL_PAGES = recorded<EventPage[]>('eventPages');

/** The options of pages that have another name. */
const OPTION_OF_PAGE: Record<string, string> = {
	AppInstall: 'INSTALL',
	AppUninstall: 'UNINSTALL',
	AppUpdate: 'UPDATE',
	ConversationUnreadWebhook: 'ConversationUnreadUpdate',
	PlanChange: 'PLAN_CHANGE',
};

const { highLevel } = DELIVERIES;

function findOption(page: string) {
	const value = OPTION_OF_PAGE[page] ?? page;
	return EVENT_OPTIONS.find((each) => each.value === value);
}

it('each page has its event', () => {
	const missing = ALL_PAGES.filter(({ page }) => !findOption(page));

	expect(
		missing.map(
			({ page }) =>
				`Add the event of the page '${page}' to nodes/platformApi/events.ts, or the name that the event has there to OPTION_OF_PAGE in test/unit/trigger/eventPages.test.ts`,
		),
	).toEqual([]);
});

/** The pages whose event is there. */
const PAGES = ALL_PAGES.filter(({ page }) => findOption(page));

const optionOf = (page: string) => findOption(page)!;

const pageNames = [...new Set(PAGES.map(({ page }) => page))];

it.each(pageNames)('the page %s has an option of its own', (page) => {
	const { value } = optionOf(page);

	const others = pageNames.filter((other) => other !== page && optionOf(other).value === value);

	expect(
		others.map(
			(other) => `Add an event for ${page} to nodes/platformApi/events.ts: '${value}' is ${other}`,
		),
	).toEqual([]);
});

/** The types of the events of the contract: `ContactCreate` and others. */
function eventsOfContract(): string[] {
	interface EventSchema {
		properties: { type: { const?: string; examples?: string[] } };
	}
	const { schemas } = DESCRIPTIONS.contract.components as unknown as {
		schemas: Record<string, EventSchema> & { Event: { oneOf: Array<{ $ref: string }> } };
	};
	return schemas.Event.oneOf.flatMap(({ $ref }) => {
		const { type } = schemas[$ref.split('/').at(-1)!].properties;
		return type.const ?? type.examples ?? [];
	});
}

/** HighLevel calls it UNINSTALL; who selects this name hears of that, too. */
const ALSO_OF_HIGH_LEVEL = ['app.deleted'];

it.each(EVENT_OPTIONS.map(({ value }) => value))(
	'%s comes in the forms of the API whose documents name it, and only there',
	(value) => {
		const pages = PAGES.map(({ page }) => optionOf(page).value);
		const isOfContract = eventsOfContract().includes(value);
		const isOfHighLevel = [...pages, ...ALSO_OF_HIGH_LEVEL].includes(value);
		let advice = `Add the example of its page to test/support/recorded/eventPages.json, or '${value}' to Event in sandbox/openapi.yaml`;
		if (isOfHighLevel)
			advice = `Give '${value}' the forms HIGH_LEVEL in nodes/platformApi/events.ts: sandbox/openapi.yaml does not name it`;
		if (isOfContract)
			advice = `Give '${value}' the forms ${isOfHighLevel ? 'BOTH' : 'CONTRACT'} in nodes/platformApi/events.ts`;

		const isIn = (form: 'contract' | 'highLevel') =>
			eventOptionsOf(form).some((option) => option.value === value);

		const isNamed = isOfContract || isOfHighLevel;
		const fits =
			isIn('contract') === isOfContract && isIn('highLevel') === isOfHighLevel && isNamed;
		expect(fits ? [] : [advice]).toEqual([]);
	},
);

/** The events of a page whose example has the type of another event, which people select, too. */
const SHOWN_AS_OTHER = ['AppointmentDelete', 'AppointmentUpdate', 'InboundMessage'];

/** Those whose examples show no event type. A price has a 'type' of its own. */
const WITHOUT_TYPE =
	/^(Association|Invoice|ObjectSchema|Price|Product|Record|Relation)(Create|Update|Delete|Paid|PartiallyPaid|Sent|Void)$/;

/** What the option says where its page's example does not start it; empty where it does, or where nothing has to be said. */
function whyNot(page: string, shownType: string, isShownAsOther: boolean): string {
	if (WITHOUT_TYPE.test(page)) return 'has no type';
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

it('an event of an appointment has at its top what people branch on', () => {
	const { event } = PAGES.find(({ page }) => page === 'AppointmentUpdate')!;
	const { appointmentStatus, assignedUserId, title } = event.appointment as IDataObject;

	const beside = highLevel.fieldsBeside(event);

	expect(beside).toMatchObject({ appointmentStatus, assignedUserId, title });
	expect(appointmentStatus).toEqual(expect.any(String));
});

it.each(PAGES.map(({ page, event }) => [page, event] as const))(
	'%s: what an item has beside its payload does not contradict it',
	(_, event) => {
		const beside = highLevel.fieldsBeside(event);

		const wrong = Object.keys(beside).filter(
			(name) => name in event && event[name] !== beside[name],
		);
		expect(
			wrong.map(
				(name) =>
					`Take the ${name} of '${String(event.type)}' from ${name}, not from id, in fieldsBeside of nodes/platformApi/deliveries.ts: here, id is another record's`,
			),
		).toEqual([]);
	},
);

it('what an item has beside its payload is in the example of the output', () => {
	const shown = fieldsOfSchema('output', 'PlatformTrigger');
	const beside = new Set(PAGES.flatMap(({ event }) => Object.keys(highLevel.fieldsBeside(event))));

	const missing = [...beside].filter((name) => !shown.includes(name));

	expect(
		missing.map((name) => `Add '${name}' to nodes/PlatformTrigger/__schema__/v1.0.0/output.json`),
	).toEqual([]);
});
