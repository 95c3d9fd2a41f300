import type { INode, INodeProperties } from 'n8n-workflow';

import { adviceForModel, adviceOnMore, messageForModel } from '../../../nodes/fields/textsForModel';
import {
	modelArgumentOf,
	toolFieldsOf,
	type ToolFields,
} from '../../../nodes/fields/modelArguments';

const field = (displayName: string, name: string, more: Partial<INodeProperties> = {}) =>
	({ displayName, name, type: 'string', default: '', ...more }) as INodeProperties;

const PROPERTIES = [
	field('Contact', 'contactId', {
		type: 'resourceLocator',
		modes: [{ displayName: 'By Email or Phone', name: 'emailOrPhone', type: 'string' }],
	}),
	field('Calendar', 'calendarId'),
	field('Limit', 'limit', { type: 'number' }),
	field('Options', 'options', {
		type: 'collection',
		options: [field('Time Zone', 'timezone'), field('When Slot Is Taken', 'whenTaken')],
	}),
];

/** How a model fills in a field. */
const fromModel = (argument: string) => `={{ $fromAI('${argument}', 'Words', 'string') }}`;

const fieldsWith = (parameters: object): ToolFields =>
	toolFieldsOf({ parameters } as unknown as INode, PROPERTIES);

/** A tool in which a model names the person and the zone, and a person has chosen the calendar. */
const FIELDS = fieldsWith({
	contactId: { __rl: true, mode: 'id', value: fromModel('who') },
	calendarId: 'cal-1',
	limit: 10,
	options: { timezone: fromModel('zone'), whenTaken: 'stop' },
});

const ASK =
	'No argument of this tool changes that: use another tool where one fits, else tell the person.';

describe('the argument with which a model fills in a field', () => {
	it.each([
		["={{ $fromAI('who', 'Whose it is', 'string') }}", 'who', 'Whose it is'],
		['={{ $fromai( "who" ) }}', 'who', ''],
		["={{ $fromAI ( `who`, 'It\\'s whose (or none)' ) }}", 'who', "It's whose (or none)"],
		["={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('who', ``, 'string') }}", 'who', ''],
	])('is read from %s', (stored, name, description) => {
		expect(modelArgumentOf(stored)).toEqual({ name, description, isOptional: false });
	});

	it('may be left out where its tool has a default', () => {
		const stored = "={{ $fromAI('who', 'Whose it is', 'string', '') }}";
		expect(modelArgumentOf(stored)).toMatchObject({ isOptional: true });
	});

	it.each([
		'cal-1',
		'={{ $json.contactId }}',
		"$fromAI('who')",
		"={{ $fromAI('who' }}",
		"={{ $fromAI('') }}",
		// The editor stores the call alone, so what follows so many characters was written by hand.
		`=${'x'.repeat(5_000)}{{ $fromAI('who') }}`,
		undefined,
	])('is none in %s', (stored) => {
		expect(modelArgumentOf(stored)).toBeUndefined();
	});
});

it('a label that stands for an argument, and for a field that another choice shows, is that of the argument', () => {
	const twice = [field('User', 'userId'), field('User', 'assignedUserId')];
	const parameters = { userId: fromModel('who'), assignedUserId: '' };
	const { fixedLabels } = toolFieldsOf({ parameters } as unknown as INode, twice);
	expect([...fixedLabels]).toEqual([]);
});

describe('what a model is told of a failure', () => {
	it.each([
		[
			'advice on an argument stands under its name',
			"'Contact' is empty",
			"Nothing was sent. Fill in 'Contact'.",
			"Nothing was sent. Fill in 'who'.",
		],
		[
			'an argument of a collection is named, too',
			'It has passed',
			"Check 'Time Zone'.",
			"Check 'zone'.",
		],
		[
			'advice on a field that a person has filled in is left out',
			'It is taken',
			"Choose another slot. Or set 'When Slot Is Taken'.",
			'Choose another slot.',
		],
		[
			'where nothing is left, the model can ask',
			'It is taken',
			"Set 'When Slot Is Taken' to 'Stop'.",
			ASK,
		],
		[
			'what is left to do stays, and is no advice',
			'It was deleted',
			"Check 'Calendar'. Nothing is left to delete.",
			`Nothing is left to delete. ${ASK}`,
		],
		[
			'what was done stays',
			'It is taken',
			"Nothing was sent. Set 'When Slot Is Taken'.",
			`Nothing was sent. ${ASK}`,
		],
		[
			'where a field that a person has filled in is at fault, no advice is its',
			"'Calendar' is empty",
			'Nothing was sent. Enter the ID of a calendar.',
			`Nothing was sent. ${ASK}`,
		],
		[
			'a way to choose in the editor is left out',
			'No such contact',
			"Choose 'By Email or Phone' for it. Ask for the ID.",
			'Ask for the ID.',
		],
		[
			'an operation of the editor is left out',
			'No such contact',
			'Create it with Contact > Create or Update. Ask for the ID.',
			'Ask for the ID.',
		],
		[
			'the credential is not for a model',
			'It is refused',
			"Open the credential and select 'Connect'.",
			ASK,
		],
		[
			'a person is asked for what only a person can do',
			'It is refused',
			"A person has to help: Set 'Calendar' of the credential. Then try again.",
			"A person has to help: Set 'Calendar' of the credential. Then try again.",
		],
		[
			"the platform's own words stay as they are",
			'It is refused',
			'Correct it. The platform says: "Set \'Calendar\'. Use Contact > Get."',
			'Correct it. The platform says: "Set \'Calendar\'. Use Contact > Get."',
		],
		[
			'they are no advice',
			'It is refused',
			'Set \'Calendar\'. The platform says: "No"',
			`${ASK} The platform says: "No"`,
		],
		['without advice, nothing is made up', 'It is refused', '', ''],
		[
			'a field that is named twice is named twice',
			'It has passed',
			"Check 'Time Zone': only 'Time Zone' decides.",
			"Check 'zone': only 'zone' decides.",
		],
		[
			"what a person is asked for stays before the platform's own words",
			'It is refused',
			'A person has to set \'Calendar\'. The platform says: "No"',
			'A person has to set \'Calendar\'. The platform says: "No"',
		],
		[
			'where a person is asked, the model need not be told to',
			'It is refused',
			"Set 'Calendar'. A person has to look it up.",
			'A person has to look it up.',
		],
		[
			'an abbreviation ends no sentence',
			'It is taken',
			"Choose another slot. Set 'Calendar', e.g. to the one of the team.",
			'Choose another slot.',
		],
		[
			'a sentence may begin with the name of a field',
			'It is taken',
			"Choose another slot. 'Calendar' is another way.",
			'Choose another slot.',
		],
		[
			'a field of a person that the failure names beside what it is about leaves the advice',
			"It is not free in 'Calendar'",
			'Choose another slot.',
			'Choose another slot.',
		],
		[
			'what could not be found out stays, also where it speaks of the credential',
			'The slot is not available',
			"Choose another slot. The platform could not be asked whether it was done before: The credential lacks the scope 'x'.",
			"Choose another slot. The platform could not be asked whether it was done before: The credential lacks the scope 'x'.",
		],
		[
			'another node is left out',
			'It is a file',
			'Use the HTTP Request node. Ask for another address.',
			'Ask for another address.',
		],
		[
			'a loop of the workflow is left out',
			'There are too many',
			'Send fewer at once with Loop Over Items. Wait a minute.',
			'Wait a minute.',
		],
		[
			'the options of the editor are left out',
			'It is booked already',
			'Choose another time. Or treat it as done in the options.',
			'Choose another time.',
		],
		[
			'the words of the knowledge API stay as they are',
			'It is refused',
			'Ask again. The knowledge API says: "Set \'Calendar\'."',
			'Ask again. The knowledge API says: "Set \'Calendar\'."',
		],
	])('%s', (_, message, advice, expected) => {
		expect(adviceForModel(message, advice, FIELDS)).toBe(expected);
	});
});

it('a message in a result has no sentence about a field that is no argument', () => {
	const text = "The contact has no zone. Set 'Time Zone'. Leave 'Calendar' empty.";
	expect(messageForModel(text, FIELDS)).toBe("The contact has no zone. Set 'zone'.");
	const choice = "It is no ID. Choose 'By Email or Phone'.";
	expect(messageForModel(choice, FIELDS)).toBe('It is no ID.');
	const fact = 'It could not be read before: the credential lacks a scope.';
	expect(messageForModel(fact, FIELDS)).toBe(fact);
});

it.each([
	'The platform has other values than expected: Name is Acme > Beta, not New.',
	"It was kept as it is. It differs from what was sent: Title is Call Ben. See 'Calendar'., not New.",
])('values of a record stay in a message, whatever they look like: %s', (text) => {
	expect(messageForModel(text, FIELDS)).toBe(text);
});

describe('how a model gets the rest of a list', () => {
	const withLimit = fieldsWith({ limit: fromModel('limit') });
	const fixed = fieldsWith({ calendarId: 'cal-1' });

	it.each<[string, ToolFields, boolean, string, string]>([
		['with a higher limit', withLimit, true, '', "Ask again with a higher 'limit'."],
		[
			'not with another limit where the result is too long',
			withLimit,
			false,
			'',
			'This tool cannot show the others: a person has to look them up.',
		],
		[
			'with what the operation says',
			FIELDS,
			true,
			"Ask for another 'Contact'.",
			"Ask for another 'who'.",
		],
		[
			'with other arguments',
			FIELDS,
			true,
			"Ask with another 'Calendar'.",
			"To find others, ask again for something narrower in 'who' or 'zone'.",
		],
		[
			'by a person, where there are no arguments',
			fixed,
			true,
			"Ask with another 'Calendar'.",
			'This tool cannot show the others: a person has to look them up.',
		],
	])('%s', (_, fields, isLimited, ofOperation, expected) => {
		expect(adviceOnMore(fields, isLimited, ofOperation)).toBe(expected);
	});
});
