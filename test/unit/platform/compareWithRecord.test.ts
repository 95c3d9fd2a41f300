import type { IDataObject } from 'n8n-workflow';

import { compareWithRecord } from '../../../nodes/Platform/compareWithRecord';

const LABELS = { phone: 'Phone' };
const customField = (field: IDataObject) => ({ customFields: [field] });

interface Comparison {
	what: string;
	sent: IDataObject;
	record: IDataObject;
}

it.each<Comparison>([
	{
		what: 'a second email of the contact',
		sent: { email: 'other@a.b' },
		record: { email: 'ada@example.com', additionalEmails: ['other@a.b'] },
	},
	{ what: 'what the record leaves out', sent: { tags: ['vip'], name: 'Ada' }, record: {} },
	{
		what: 'a moment in another zone',
		sent: { at: '2026-12-01T10:00:00+00:00' },
		record: { at: '2026-12-01T05:00:00.000-05:00' },
	},
	{
		what: 'a day at its midnight',
		sent: { born: '1990-09-25' },
		record: { born: '1990-09-25T00:00:00.000Z' },
	},
	{
		what: 'a web address in other letters, with a slash at its end',
		sent: { website: 'https://Example.com' },
		record: { website: 'https://example.com/' },
	},
	{
		what: 'a Date in a custom field of days',
		sent: customField({ id: 'cf1', field_value: new Date('2026-11-25T00:00:00Z') }),
		record: customField({ id: 'cf1', value: '2026-11-25' }),
	},
	{
		what: 'a phone number in a custom field, which the platform completes',
		sent: customField({ id: 'cf1', field_value: '(202) 555-0101' }),
		record: customField({ id: 'cf1', value: '+12025550101' }),
	},
	{
		what: 'a number in a custom field, without its zeros',
		sent: customField({ id: 'cf1', field_value: '1500.00' }),
		record: customField({ id: 'cf1', value: 1500 }),
	},
	{
		what: 'a number in a custom field, with commas between its thousands',
		sent: customField({ id: 'cf1', field_value: 1_250_000 }),
		record: customField({ id: 'cf1', value: '1,250,000' }),
	},
	{
		what: 'a time in a custom field that holds a day',
		sent: customField({ id: 'cf1', field_value: '2026-11-25T10:00+01:00' }),
		record: customField({ id: 'cf1', value: '2026-11-25' }),
	},
	{
		what: 'a web address in a custom field, without its scheme',
		sent: customField({ id: 'cf1', field_value: 'https://example.com' }),
		record: customField({ id: 'cf1', value: 'example.com/' }),
	},
	{
		what: 'a custom field whose value stands under another name',
		sent: customField({ id: 'cf1', field_value: 'x' }),
		record: customField({ id: 'cf1', fieldValue: 'x' }),
	},
	{
		what: 'a list in another order',
		sent: customField({ id: 'cf1', field_value: ['b', 'a'] }),
		record: customField({ id: 'cf1', value: ['a', 'b'] }),
	},
])('$what is no difference', ({ sent, record }) => {
	const { differences } = compareWithRecord(sent, record, LABELS);

	expect(differences).toEqual({});
});

it.each<Comparison & { differences: Record<string, string> }>([
	{
		what: 'another phone',
		sent: { phone: '+442025550101' },
		record: { phone: '+12025550101' },
		differences: { phone: 'Phone is +12025550101, not +442025550101' },
	},
	{
		what: 'another phone number in a custom field',
		sent: customField({ id: 'cf1', field_value: '(202) 555-0102' }),
		record: customField({ id: 'cf1', value: '+12025550101' }),
		differences: {
			'Custom Field cf1': 'Custom Field cf1 is +12025550101, not (202) 555-0102',
		},
	},
	{
		what: 'no phone in the place of one',
		sent: { phone: '+442025550101' },
		record: { phone: null },
		differences: { phone: 'Phone is empty, not +442025550101' },
	},
	{
		what: 'a phone that was to be emptied',
		sent: { phone: null },
		record: { phone: '+1' },
		differences: { phone: 'Phone is +1, not empty' },
	},
	{
		what: 'another name with the same number, which JavaScript reads as the same date',
		sent: { name: 'Room 2' },
		record: { name: 'Hall 2' },
		differences: { name: 'name is Hall 2, not Room 2' },
	},
	{
		what: 'a text that was cut after ten letters',
		sent: { name: 'Harbor Dental' },
		record: { name: 'Harbor Den' },
		differences: { name: 'name is Harbor Den, not Harbor Dental' },
	},
	{
		what: 'a text of any length, of which the beginning is told',
		sent: { name: 'x'.repeat(3_000) },
		record: { name: 'Harbor Dental' },
		differences: { name: `name is Harbor Dental, not ${'x'.repeat(120)}…` },
	},
	{
		what: 'a text of 120 characters, which is told as a whole',
		sent: { name: 'x'.repeat(120) },
		record: { name: 'Harbor Dental' },
		differences: { name: `name is Harbor Dental, not ${'x'.repeat(120)}` },
	},
	{
		what: 'a phone number without the country that was sent',
		sent: customField({ id: 'cf1', field_value: '+12025550101' }),
		record: customField({ id: 'cf1', value: '2025550101' }),
		differences: { 'Custom Field cf1': 'Custom Field cf1 is 2025550101, not +12025550101' },
	},
	{
		what: 'another time of the same day',
		sent: { at: '2026-12-01T10:00:00Z' },
		record: { at: '2026-12-01T11:00:00Z' },
		differences: { at: 'at is 2026-12-01T11:00:00Z, not 2026-12-01T10:00:00Z' },
	},
	{
		what: 'a phone number in the place of a word',
		sent: customField({ id: 'cf1', field_value: 'ask Ada' }),
		record: customField({ id: 'cf1', value: '+12025550101' }),
		differences: { 'Custom Field cf1': 'Custom Field cf1 is +12025550101, not ask Ada' },
	},
	{
		what: 'a phone number in the place of an email',
		sent: customField({ id: 'cf1', field_value: 'ada@example.com' }),
		record: customField({ id: 'cf1', value: '+12025550101' }),
		differences: { 'Custom Field cf1': 'Custom Field cf1 is +12025550101, not ada@example.com' },
	},
	{
		what: 'another email beside second ones',
		sent: { email: 'ada@example.com' },
		record: { email: 'b1@example.com', additionalEmails: ['b2@example.com'] },
		differences: { email: 'email is b1@example.com, not ada@example.com' },
	},
	{
		what: 'a list with one entry more',
		sent: { tags: ['vip'] },
		record: { tags: ['vip', 'old'] },
		differences: { tags: 'tags is vip, old, not vip' },
	},
	{
		what: 'a list without an entry',
		sent: { tags: ['vip', 'old'] },
		record: { tags: ['vip'] },
		differences: { tags: 'tags is vip, not vip, old' },
	},
	{
		what: 'an entry once in the place of twice',
		sent: { seats: [1, 1] },
		record: { seats: [1, 2] },
		differences: { seats: 'seats is 1, 2, not 1, 1' },
	},
	{
		what: 'another object',
		sent: { place: { floor: 1 } },
		record: { place: { floor: 2 } },
		differences: { place: 'place is {"floor":2}, not {"floor":1}' },
	},
	{
		what: 'a custom field that the record has no value of, beside others',
		sent: customField({ id: 'cf3', field_value: 'x' }),
		record: customField({ id: 'cf2', value: '5' }),
		differences: { 'Custom Field cf3': 'Custom Field cf3 is empty, not x' },
	},
	{
		what: 'a custom field that the record has without a value',
		sent: customField({ id: 'cf1', field_value: 'x' }),
		record: customField({ id: 'cf1' }),
		differences: { 'Custom Field cf1': 'Custom Field cf1 is empty, not x' },
	},
	{
		what: 'a custom field that was sent without a value',
		sent: customField({ id: 'cf1' }),
		record: customField({ id: 'cf1', value: 'x' }),
		differences: { 'Custom Field cf1': 'Custom Field cf1 is x, not empty' },
	},
])('$what is a difference, in these words: $differences', ({ sent, record, differences }) => {
	const found = compareWithRecord(sent, record, LABELS);

	expect(found.differences).toEqual(differences);
});

it('what was sent and the record does not have is not shown; what was emptied or turned off need not be', () => {
	const sent = {
		phone: '+12025550101',
		city: null,
		state: '',
		tags: [],
		dnd: false,
		source: undefined,
	};

	const comparison = compareWithRecord(sent, { id: 'ada' }, LABELS);

	expect(comparison).toEqual({ differences: {}, notShown: ['Phone'] });
});

it('custom fields of which the record shows none at all are not shown', () => {
	const sent = customField({ id: 'cf1', field_value: 'x' });

	const comparison = compareWithRecord(sent, { id: 'ada' }, LABELS);

	expect(comparison).toEqual({ differences: {}, notShown: ['Custom Field cf1'] });
});
