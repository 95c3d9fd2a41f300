import { LANGUAGES } from '../../../nodes/bookingPage/words';
import { languageField, withStartTextIn } from '../../../nodes/fields/language';
import { KIND } from '../../../nodes/fields/parameters';
import { stopClockAt } from '../../support/clock';
import { plainSpaces } from '../bookingPage/samplePages';

stopClockAt('2026-11-21T12:00:00Z');

const SLOT = {
	startTime: '2026-12-08T15:00:00+01:00',
	endTime: '2026-12-08T15:30:00+01:00',
	startText: 'Tuesday, Dec 8, 3:00 PM GMT+1',
	timezone: 'Europe/Berlin',
};

it.each([
	['en', /^Tuesday, Dec 8, 3:00 ?– ?3:30 PM GMT\+1$/],
	['en-GB', /^Tuesday,? 8 Dec, 15:00 ?– ?15:30 CET$/],
	['de', /^Dienstag, 8\. Dez\., 15:00 ?– ?15:30( Uhr)? MEZ$/],
	['fr', /^mardi 8 déc\.,? (à )?15:00 ?– ?15:30 UTC\+1$/],
])('in %s, startText has the end and the clock of the language: %s', (language, text) => {
	const { startText } = withStartTextIn(language, SLOT);
	// Versions of ICU differ in what stands around a dash.
	expect(plainSpaces(String(startText))).toMatch(text);
});

it('in a language, slots in lists are written, too, and what has no times stays as it is', () => {
	const output = { booked: false, alternatives: [SLOT], tags: ['a'], startText: 'later' };
	expect(withStartTextIn('de', output)).toMatchObject({
		booked: false,
		alternatives: [{ startText: expect.stringMatching(/^Dienstag/) }],
		tags: ['a'],
		startText: 'later',
	});
});

it.each([
	['later', 'later'],
	['2026-12-08T15:30:00+01:00', '2026-12-08T15:00:00+01:00'],
])('in a language, a text about times that are no slot stays: %s to %s', (startTime, endTime) => {
	const output = { ...SLOT, startTime, endTime };
	expect(withStartTextIn('de', output)).toEqual(output);
});

it('in a language, a time without a length is written, too', () => {
	const { startText } = withStartTextIn('de', { ...SLOT, endTime: SLOT.startTime });
	expect(startText).toMatch(/^Dienstag, 8\. Dez\., 15:00/);
});

const { enter, read } = languageField[KIND];

it.each([
	['de', 'de'],
	['German', 'de'],
	['nl', 'nl'],
	['pt_PT', 'pt-PT'],
	['en-gb', 'en-GB'],
	['es-419', 'es-419'],
	['zh-hant-tw', 'zh-Hant-TW'],
])('%j is the language %s', (entered, language) => {
	expect(read(entered)).toBe(language);
});

it.each(['xx', 'Klingon', 'de-u-ca-buddhist', 'd'.repeat(100_000), 7])(
	'%j is no language',
	(entered) => {
		expect(read(entered)).toBeUndefined();
	},
);

describe('the lists of languages', () => {
	const ofPages = Object.entries(LANGUAGES).map(([value, { language }]) => ({
		name: language,
		value,
	}));
	const listed = (languageField.options ?? []).map((option) => ({
		name: option.name,
		value: 'value' in option ? String(option.value) : '',
	}));

	it('have every language of the pages, under one name', () => {
		const missing = ofPages.filter(
			({ name, value }) => !listed.some((option) => option.name === name && option.value === value),
		);
		expect(
			missing.map(
				({ name, value }) =>
					`Add { name: '${name}', value: '${value}' } to nodes/fields/language.ts, or correct the name in nodes/bookingPage/words/${value}.ts`,
			),
		).toEqual([]);
	});

	it.each([
		['nodes/bookingPage/words/index.ts', ofPages],
		['nodes/fields/language.ts', listed],
	])('are in the order of their English names: %s', (file, languages) => {
		const tags = languages.map(({ value }) => value).join(', ');
		const sorted = [...languages].sort((one, other) => one.name.localeCompare(other.name, 'en'));
		const sortedTags = sorted.map(({ value }) => value).join(', ');
		expect(tags === sortedTags ? [] : [`Order the languages of ${file}: ${sortedTags}`]).toEqual(
			[],
		);
	});

	it('have no tag that the texts name as an example of others', () => {
		const texts = [enter, languageField.description].join('; ');
		const examples = [...texts.matchAll(/such as ([^.;]*)/g)].map(([, example]) => example);
		const tags = examples.flatMap((example) => example.match(/[\w-]+/g) ?? []);
		const wrong = listed.filter(({ value }) => tags.includes(value));
		expect(tags).toContain('en-GB');
		expect(
			wrong.map(
				({ value }) =>
					`Name another tag than '${value}' as an example in nodes/fields/language.ts: the list has it`,
			),
		).toEqual([]);
	});
});
