import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { SlotTrigger } from '../../../nodes/SlotTrigger/SlotTrigger.node';
import { createSandbox } from '../../../sandbox/createSandbox';
import type { Sandbox } from '../../../sandbox/createSandbox';
import { loadOptionsContext } from '../../support/engine';
import { tokenCredential } from '../platform/platform';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await createSandbox();
});

afterAll(async () => await sandbox.close());

const { searchCalendars, searchTimeZones } = new SlotTrigger().methods.listSearch;

const context = () =>
	loadOptionsContext({
		type: 'slotTrigger',
		credentials: tokenCredential(sandbox),
		parameters: { authentication: 'accessToken' },
	}) as unknown as ILoadOptionsFunctions;

it('offers the calendars of the location by name', async () => {
	const both = [
		{ name: 'Dental check-up (cal-checkup)', value: 'cal-checkup' },
		{ name: 'Onboarding call (cal-onboarding)', value: 'cal-onboarding' },
	];
	expect(await searchCalendars.call(context())).toEqual({ results: both });
	expect(await searchCalendars.call(context(), 'DENTAL')).toEqual({ results: [both[0]] });
});

it('offers the time zones, that of the workflow first', async () => {
	const { results } = await searchTimeZones.call(context());
	expect(results[0].value).toBe('UTC');
	const found = await searchTimeZones.call(context(), 'new york');
	expect(found.results.map(({ value }) => value)).toEqual(['America/New_York']);
});
