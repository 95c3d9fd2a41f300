import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { nodes } from './packageClasses';

/*
 * A choice that is sent as the value of another one works, and does the wrong thing: Showed marks a no-show. So each value is
 * its label in other letters, or the label stands here with the platform's word for it.
 */

/** The platform's words where they are not those of the label. */
const PLATFORM_WORDS: Record<string, string[]> = {
	'A Person': ['manual'],
	'An Automation': ['automated'],
	Calls: ['Call'],
	'Campaign Google Business Messages': ['TYPE_CAMPAIGN_GMB'],
	Canceled: ['cancelled', 'canceled'],
	'Dropdown (Multiple)': ['MULTIPLE_OPTIONS'],
	'Dropdown (Single)': ['SINGLE_OPTIONS'],
	Facebook: ['FB', 'TYPE_FACEBOOK'],
	'From the Contact': ['inbound'],
	'Google Business Messages': ['GMB', 'TYPE_GMB'],
	'Google Meet': ['gmeet'],
	'Google Meet (Conference)': ['google'],
	Instagram: ['IG', 'TYPE_INSTAGRAM'],
	'Microsoft Teams': ['ms_teams'],
	Monetary: ['MONETORY'],
	'Multi Line': ['LARGE_TEXT'],
	'Name (A to Z)': ['name_asc'],
	'Name (Z to A)': ['name_desc'],
	'Newest First': ['added_desc'],
	Number: ['NUMERICAL'],
	'Oldest First': ['added_asc'],
	Recent: ['recents'],
	'Reply to All': ['reply_all'],
	'Single Line': ['TEXT'],
	'To the Contact': ['outbound'],
};

/** Fields whose choices this node reads itself: the tests of their operations show what each does. Events have a table of their own. */
const READ_BY_THE_NODE = [
	'actions',
	'appointmentsOf',
	'authentication',
	'choices',
	// Made of the fields that can be emptied.
	'fieldsToEmpty',
	'language',
	'operation',
	'output',
	'rawBodySource',
	'resource',
	'slotSource',
	'sort',
	'statusWhenConfirmed',
	'weekdays',
	'whenAlreadyBooked',
	'whenAlreadyCanceled',
	'whenExists',
	'whenTaken',
];

/** `TYPE_LIVE_CHAT` and `Live Chat` as `livechat` */
const lettersOf = (text: string): string =>
	text
		.replace(/^TYPE_/, '')
		.toLowerCase()
		.replace(/[^a-z\d]/g, '');

/** Each field with choices, also in collections. */
function fieldsWithChoices(): INodeProperties[] {
	const { instance } = nodes.find(({ className }) => className === 'Platform')!;
	const fields: INodeProperties[] = [];
	JSON.stringify(instance.description.properties, (_key, value: INodeProperties | null) => {
		if (value?.type === 'options' || value?.type === 'multiOptions') fields.push(value);
		return value;
	});
	return fields;
}

it('each choice that is sent to the platform has the value that its label names', () => {
	const wrong = new Set<string>();
	let compared = 0;
	for (const { displayName, name, options = [] } of fieldsWithChoices()) {
		if (READ_BY_THE_NODE.includes(name)) continue;
		for (const { name: label, value } of options as INodePropertyOptions[]) {
			compared += 1;
			const written = String(value);
			const words = PLATFORM_WORDS[label] ?? [];
			if (lettersOf(label) === lettersOf(written) || words.includes(written)) continue;
			wrong.add(
				`'${label}' of '${displayName}' is sent as '${written}': correct it, or add the platform's word to PLATFORM_WORDS of this file`,
			);
		}
	}
	expect(compared).toBeGreaterThan(100);
	expect([...wrong]).toEqual([]);
});
