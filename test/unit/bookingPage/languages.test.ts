import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { filled, wordsOf } from '../../../nodes/bookingPage/languages';
import { offerSlots } from '../../../nodes/Platform/resources/appointment/contact/offerSlots.operation';
import { choosing, plainSpaces, textOf, visitor } from './pages';

const files = readdirSync(join(__dirname, '../../../nodes/bookingPage/words')).map((file) => file.replace(/\.ts$/, ''));
const english = wordsOf('en');
const names = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();

it('each file of words can be chosen, and no other language', () => {
	const page = offerSlots.properties.find(({ name }) => name === 'page');
	const language = page?.options?.find(({ name }) => name === 'language') as { options: Array<{ value: string }> };
	expect(language.options.map(({ value }) => value).sort()).toEqual(files.sort());
	expect([wordsOf('xx'), wordsOf('constructor')]).toEqual([english, english]);
});

describe.each(files.filter((file) => file !== 'en'))('%s', (language) => {
	const words = wordsOf(language);

	it('translates every text, with what is filled in', () => {
		for (const key of Object.keys(english) as Array<keyof typeof english>) {
			expect([key, words[key].trim()]).not.toEqual([key, '']);
			expect([key, names(words[key])]).toEqual([key, names(english[key])]);
		}
		const same = Object.keys(english).filter((key) => words[key as keyof typeof words] === english[key as keyof typeof english]);
		expect(same).toEqual([]);
	});

	it('has its words and dates on the page, and no English', () => {
		const page = choosing({ visitor: { ...visitor(language), words } });
		expect(page.html).toContain(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`);
		expect(textOf(page)).toContain(words.chooseDay);
		const tuesday = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(Date.parse('2026-03-03T12:00:00Z'));
		expect(textOf(page)).toContain(plainSpaces(tuesday));
		expect(textOf(page)).not.toMatch(/Choose|March|Tuesday|minutes\b.*free/);
	});
});

it('fills in what is named, and nothing else', () => {
	expect(filled('{a} of {b} {c}', { a: 1, b: 'two' })).toBe('1 of two {c}');
});
