import { act } from './platform';
import { byId } from '../../support/e2e/platformParameters';
import { useSandbox } from '../../support/useSandbox';

/* Opportunity > Create where the location allows a contact one opportunity in a pipeline: what the platform has then. */

const sandbox = useSandbox({ profile: 'highLevel' });

const createSecond = async (whenExists: string) => {
	sandbox.setProfile({ opportunities: 'one a pipeline' });
	return await act(sandbox, 'opportunity.create', {
		contactId: byId('contact-ada'),
		pipelineId: byId('pipeline-patients'),
		pipelineStageId: byId('stage-planned'),
		name: 'Implant',
		options: { whenExists },
	});
};

/** The opportunities of the contact, as the platform has them. */
const opportunities = async () => {
	const { json } = await act(sandbox, 'opportunity.getAll', { contactId: byId('contact-ada') });
	return json.map(({ opportunityId, name }) => [opportunityId, name]);
};

it('stops, and leaves the one that is there as it was', async () => {
	const { error } = await createSecond('stop');
	expect(error?.message).toContain(
		"The contact already has an opportunity in this pipeline: 'deal-braces'",
	);
	expect(await opportunities()).toEqual([['deal-braces', 'Braces']]);
});

it('returns the one that is there, and leaves it as it was', async () => {
	const { json } = await createSecond('return');
	expect(json).toMatchObject([{ created: false, opportunityId: 'deal-braces', name: 'Braces' }]);
	expect(await opportunities()).toEqual([['deal-braces', 'Braces']]);
});

it('updates the one that is there', async () => {
	const { json } = await createSecond('update');
	expect(json).toMatchObject([{ created: false, opportunityId: 'deal-braces', name: 'Implant' }]);
	expect(await opportunities()).toEqual([['deal-braces', 'Implant']]);
});
