import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { SlotTrigger } from '../../../nodes/SlotTrigger/SlotTrigger.node';
import { loadOptionsContext } from '../../support/engine';
import { useSandbox } from '../../support/useSandbox';
import { tokenCredential } from '../platform/platform';

const sandbox = useSandbox();

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
