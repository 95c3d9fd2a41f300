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

/**
 * A tool in which a model fills in 'Contact' by the argument `who` and 'Time Zone' by `zone`. A person has filled in
 * 'Calendar', 'Limit' and 'When Slot Is Taken', which the model cannot change.
 */
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
		{
			stored: "={{ $fromAI('who', 'Whose it is', 'string') }}",
			name: 'who',
			description: 'Whose it is',
		},
		{ stored: '={{ $fromai( "who" ) }}', name: 'who', description: '' },
		{
			stored: "={{ $fromAI ( `who`, 'It\\'s whose (or none)' ) }}",
			name: 'who',
			description: "It's whose (or none)",
		},
		{
			stored: "={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('who', ``, 'string') }}",
			name: 'who',
			description: '',
		},
	])('is read from $stored', ({ stored, name, description }) => {
		expect(modelArgumentOf(stored)).toEqual({ name, description, isOptional: false });
	});

	it('is read from a call with a description of 1,000 characters', () => {
		const stored = `={{ $fromAI('who', '${'x'.repeat(1_000)}', 'string') }}`;
		expect(modelArgumentOf(stored)).toMatchObject({ name: 'who', description: 'x'.repeat(1_000) });
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
		{
			what: 'advice on an argument stands under its name',
			message: "'Contact' is empty",
			advice: "Nothing was sent. Fill in 'Contact'.",
			expected: "Nothing was sent. Fill in 'who'.",
		},
		{
			what: 'an argument of a collection is named, too',
			message: 'It has passed',
			advice: "Check 'Time Zone'.",
			expected: "Check 'zone'.",
		},
		{
			what: 'advice on a field that a person has filled in is left out',
			message: 'It is taken',
			advice: "Choose another slot. Or set 'When Slot Is Taken'.",
			expected: 'Choose another slot.',
		},
		{
			what: 'advice on a way to enter a value that only the editor has is left out',
			message: 'It was not found',
			advice: "Ask for the ID. Or enter it in 'By Email or Phone'.",
			expected: 'Ask for the ID.',
		},
		{
			what: 'where nothing is left, the model can ask',
			message: 'It is taken',
			advice: "Set 'When Slot Is Taken' to 'Stop'.",
			expected: ASK,
		},
		{
			what: 'what is left to do stays, and is no advice',
			message: 'It was deleted',
			advice: "Check 'Calendar'. Nothing is left to delete.",
			expected: `Nothing is left to delete. ${ASK}`,
		},
		{
			what: 'what was done stays',
			message: 'It is taken',
			advice: "Nothing was sent. Set 'When Slot Is Taken'.",
			expected: `Nothing was sent. ${ASK}`,
		},
		{
			what: 'where a field that a person has filled in is at fault, no advice is its',
			message: "'Calendar' is empty",
			advice: 'Nothing was sent. Enter the ID of a calendar.',
			expected: `Nothing was sent. ${ASK}`,
		},
		{
			what: 'where there is no advice, none is added',
			message: "'Calendar' is empty",
			advice: '',
			expected: '',
		},
		{
			what: 'a way to choose in the editor is left out',
			message: 'No such contact',
			advice: "Choose 'By Email or Phone' for it. Ask for the ID.",
			expected: 'Ask for the ID.',
		},
		{
			what: 'an operation of the editor is left out',
			message: 'No such contact',
			advice: 'Create it with Contact > Create or Update. Ask for the ID.',
			expected: 'Ask for the ID.',
		},
		{
			what: 'the credential is not for a model',
			message: 'It is refused',
			advice: "Open the credential and select 'Connect'.",
			expected: ASK,
		},
		{
			what: 'a person is asked for what only a person can do',
			message: 'It is refused',
			advice: "A person has to help: Set 'Calendar' of the credential. Then try again.",
			expected: "A person has to help: Set 'Calendar' of the credential. Then try again.",
		},
		{
			what: "the platform's own words stay as they are",
			message: 'It is refused',
			advice: 'Correct it. The platform says: "Set \'Calendar\'. Use Contact > Get."',
			expected: 'Correct it. The platform says: "Set \'Calendar\'. Use Contact > Get."',
		},
		{
			what: 'they are no advice',
			message: 'It is refused',
			advice: 'Set \'Calendar\'. The platform says: "No"',
			expected: `${ASK} The platform says: "No"`,
		},
		{
			what: 'without advice, nothing is made up',
			message: 'It is refused',
			advice: '',
			expected: '',
		},
		{
			what: 'a field that is named twice is named twice',
			message: 'It has passed',
			advice: "Check 'Time Zone': only 'Time Zone' decides.",
			expected: "Check 'zone': only 'zone' decides.",
		},
		{
			what: "what a person is asked for stays before the platform's own words",
			message: 'It is refused',
			advice: 'A person has to set \'Calendar\'. The platform says: "No"',
			expected: 'A person has to set \'Calendar\'. The platform says: "No"',
		},
		{
			what: 'where a person is asked, the model need not be told to',
			message: 'It is refused',
			advice: "Set 'Calendar'. A person has to look it up.",
			expected: 'A person has to look it up.',
		},
		{
			what: 'an abbreviation ends no sentence',
			message: 'It is taken',
			advice: "Choose another slot. Set 'Calendar', e.g. to the one of the team.",
			expected: 'Choose another slot.',
		},
		{
			what: 'a sentence may begin with the name of a field',
			message: 'It is taken',
			advice: "Choose another slot. 'Calendar' is another way.",
			expected: 'Choose another slot.',
		},
		{
			what: 'a field of a person that the failure names beside what it is about leaves the advice',
			message: "It is not free in 'Calendar'",
			advice: 'Choose another slot.',
			expected: 'Choose another slot.',
		},
		{
			what: 'what could not be found out stays, also where it speaks of the credential',
			message: 'The slot is not available',
			advice:
				"Choose another slot. The platform could not be asked whether it was done before: The credential lacks the scope 'x'.",
			expected:
				"Choose another slot. The platform could not be asked whether it was done before: The credential lacks the scope 'x'.",
		},
		{
			what: 'another node is left out',
			message: 'It is a file',
			advice: 'Use the HTTP Request node. Ask for another address.',
			expected: 'Ask for another address.',
		},
		{
			what: 'a loop of the workflow is left out',
			message: 'There are too many',
			advice: 'Send fewer at once with Loop Over Items. Wait a minute.',
			expected: 'Wait a minute.',
		},
		{
			what: 'the options of the editor are left out',
			message: 'It is booked already',
			advice: 'Choose another time. Or treat it as done in the options.',
			expected: 'Choose another time.',
		},
		{
			what: 'the words of the knowledge API stay as they are',
			message: 'It is refused',
			advice: 'Ask again. The knowledge API says: "Set \'Calendar\'."',
			expected: 'Ask again. The knowledge API says: "Set \'Calendar\'."',
		},
	])('$what', ({ message, advice, expected }) => {
		expect(adviceForModel(message, advice, FIELDS)).toBe(expected);
	});
});

describe('a message in a result', () => {
	it('has the names of arguments, and no sentence about a field that is none', () => {
		const text = "The contact has no zone. Set 'Time Zone'. Leave 'Calendar' empty.";

		expect(messageForModel(text, FIELDS)).toBe("The contact has no zone. Set 'zone'.");
	});

	it('has no sentence about a way to choose in the editor', () => {
		const text = "It is no ID. Choose 'By Email or Phone'.";

		expect(messageForModel(text, FIELDS)).toBe('It is no ID.');
	});

	it('keeps a fact that speaks of the credential', () => {
		const text = 'It could not be read before: the credential lacks a scope.';

		expect(messageForModel(text, FIELDS)).toBe(text);
	});
});

it.each([
	'The platform has other values than expected: Name is Acme > Beta, not New.',
	"It was kept as it is. It differs from what was sent: Title is Call Ben. See 'Calendar'., not New.",
])('values of a record stay in a message, whatever they look like: %s', (text) => {
	expect(messageForModel(text, FIELDS)).toBe(text);
});

describe('how a model gets the rest of a list', () => {
	const limitByModel = fieldsWith({ limit: fromModel('limit') });
	const nothingByModel = fieldsWith({ calendarId: 'cal-1' });

	it.each([
		{
			how: 'with a higher limit',
			fields: limitByModel,
			isLimited: true,
			adviceOfOperation: '',
			expected: "Ask again with a higher 'limit'.",
		},
		{
			how: 'not with another limit where the result is too long',
			fields: limitByModel,
			isLimited: false,
			adviceOfOperation: '',
			expected: 'This tool cannot show the others: a person has to look them up.',
		},
		{
			how: 'with what the operation says',
			fields: FIELDS,
			isLimited: true,
			adviceOfOperation: "Ask for another 'Contact'.",
			expected: "Ask for another 'who'.",
		},
		{
			how: 'with other arguments',
			fields: FIELDS,
			isLimited: true,
			adviceOfOperation: "Ask with another 'Calendar'.",
			expected: "To find others, ask again for something narrower in 'who' or 'zone'.",
		},
		{
			how: 'by a person, where there are no arguments',
			fields: nothingByModel,
			isLimited: true,
			adviceOfOperation: "Ask with another 'Calendar'.",
			expected: 'This tool cannot show the others: a person has to look them up.',
		},
	])('$how', ({ fields, isLimited, adviceOfOperation, expected }) => {
		expect(adviceOnMore(fields, isLimited, adviceOfOperation)).toBe(expected);
	});
});
