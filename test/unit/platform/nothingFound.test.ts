import type { IDataObject } from 'n8n-workflow';

import { failed } from '../platformApi/fakePlatform';
import { act, byId, HIGH_LEVEL, type Sent, TOOL } from './nodeOnPlatform';
import { resources } from '../../../nodes/Platform/resources';
import { HIGH_LEVEL_RUNS, RUNS } from '../../support/operationRuns';

/* Every list, of a platform that has nothing. Webhooks are of the form of the contract, and installed locations of an agency. */

const LISTS_ELSEWHERE = ['webhook.getAll', 'installedLocation.getAll'];

const runs = { ...RUNS.platform, ...HIGH_LEVEL_RUNS };

const allLists = Object.entries(resources)
	.flatMap(([resource, { operations }]) =>
		Object.entries(operations).map(([name, operation]) => ({
			name: `${resource}.${name}`,
			operation,
		})),
	)
	.filter(({ operation }) => operation.properties.some(({ name }) => name === 'returnAll'))
	.filter(({ name }) => !LISTS_ELSEWHERE.includes(name));

// One without a run is named by operations.test.ts.
const lists = allLists.map(({ name }) => name).filter((name) => name in runs);

it('there are lists', () => {
	expect(lists.length).toBeGreaterThan(10);
});

const namesInResponses = allLists.flatMap(({ operation }) => operation.endpoint?.list ?? []);

/** What the platform responds to any request, with an empty list under the name that each row gives. */
const EMPTY = {
	...Object.fromEntries(namesInResponses.map((name) => [name, []])),
	_dates_: {},
	calendar: { id: 'cal-onboarding', slotDuration: 30, slotDurationUnit: 'mins' },
	calendars: [],
	total: 0,
};

const list = async (name: string, given: object) =>
	await act(name, runs[name][0], {
		credential: HIGH_LEVEL,
		responses: ({ path }) => (path.endsWith('/free-slots') ? {} : EMPTY),
		...given,
	});

it.each(lists)(
	'%s that finds nothing for some items says for which, and how to go on',
	async (name) => {
		const { error, json, hints } = await list(name, { items: [{}, {}] });
		expect(error).toBeUndefined();
		expect(json).toEqual([]);
		expect(hints.map(({ message }) => message)).toEqual([
			expect.stringMatching(/'Always Output Data'.* a Loop Over Items .*\[Item 0\]$/),
			expect.stringMatching(/'Always Output Data'.* a Loop Over Items .*\[Item 1\]$/),
		]);
	},
);

it('many items that find nothing are counted, and ten of them named', async () => {
	const { hints } = await list('contact.getAll', { items: Array(1_000).fill({}) });
	expect(hints).toHaveLength(11);
	expect(hints.at(-1)).toMatchObject({ message: 'Nothing was found for 1000 of 1000 items.' });
});

const freeSlotDays = runs['calendar.getFreeSlots'][0];

/** What a language model reads of each list, which speaks of no settings of the node. */
const NOTHING: Record<string, string> = {
	'appointment.getAll': 'The contact has no appointments.',
	'appointmentNote.getAll': 'The appointment has no notes.',
	'blockedTime.getAll': 'There are no blocked times between these times.',
	'calendar.getAll': 'The location has no calendars.',
	'calendar.getFreeSlots': `The calendar 'cal-onboarding' has no free slot from ${freeSlotDays.startDate} to ${freeSlotDays.endDate} (UTC). Ask for other times or days.`,
	'contact.getAll': 'No contact was found. Check the spelling, or create the contact.',
	'conversation.getAll': 'No conversation was found.',
	'customField.getAll': 'The location has no such custom fields.',
	'message.getAll': 'Nothing was written yet.',
	'note.getAll': 'The contact has no notes.',
	'opportunity.getAll': 'No opportunity was found. Search with fewer filters.',
	'pipeline.getAll': 'The location has no pipelines.',
	'tag.getAll': 'The location has no tags.',
	'task.getAll': 'The contact has no tasks.',
	'user.getAll': 'The location has no users.',
	'workflow.getAll': 'The location has no workflows.',
};

it.each(lists)('%s tells a language model that there is nothing', async (name) => {
	const { json } = await list(name, { node: TOOL });

	expect(json).toEqual([{ found: 0, message: NOTHING[name] }]);
});

it.each([
	{ appointmentsOf: 'calendar', of: { calendarId: byId('cal-1') }, told: 'The calendar has' },
	{ appointmentsOf: 'group', of: { groupId: 'group-1' }, told: 'The group has' },
	{ appointmentsOf: 'user', of: { userId: byId('user-1') }, told: 'The user has' },
	{ appointmentsOf: 'contact', of: { contactId: byId('con-1') }, told: 'The contact has' },
])(
	'no appointments of a $appointmentsOf are told as such',
	async ({ appointmentsOf, of, told }) => {
		const parameters = { appointmentsOf, ...of, startDate: '2027-03-08', endDate: '2027-03-09' };
		const { hints } = await act('appointment.getAll', parameters as IDataObject, {
			credential: HIGH_LEVEL,
			responses: () => EMPTY,
		});
		expect(hints[0].message).toContain(`${told} no appointments`);
	},
);

describe('an empty list of a record that does not exist', () => {
	const days = { startDate: '2027-03-08', endDate: '2027-03-09' };
	const times = { startTime: '2027-03-08', endTime: '2027-03-09' };
	const responses = ({ path }: Sent) =>
		/-9$/.test(path) ? failed(404, { message: 'Not Found' }) : EMPTY;

	it.each<{ name: string; parameters: IDataObject; told: string }>([
		{
			name: 'appointment.getAll',
			parameters: { appointmentsOf: 'calendar', calendarId: byId('cal-9'), ...days },
			told: "The calendar 'cal-9'",
		},
		{
			name: 'appointment.getAll',
			parameters: { appointmentsOf: 'user', userId: byId('user-9'), ...days },
			told: "The user 'user-9'",
		},
		{
			name: 'blockedTime.getAll',
			parameters: { assignedUserId: byId('user-9'), ...times },
			told: "The user 'user-9'",
		},
		{
			name: 'conversation.getAll',
			parameters: { contactId: byId('con-9') },
			told: "The contact 'con-9'",
		},
		{
			name: 'opportunity.getAll',
			parameters: { contactId: byId('con-9') },
			told: "The contact 'con-9'",
		},
	])(
		'is no empty list to a language model: $name of $parameters',
		async ({ name, parameters, told }) => {
			const given = { credential: HIGH_LEVEL, responses };
			const ofModel = await act(name, parameters, { ...given, node: TOOL });
			expect(ofModel.error?.message).toContain(`${told} was not found`);

			const ofPerson = await act(name, parameters, given);
			expect(ofPerson.error).toBeUndefined();
			expect(ofPerson.sent.map(({ path }) => path)).not.toContainEqual(
				expect.stringMatching(/-9$/),
			);
		},
	);
});
