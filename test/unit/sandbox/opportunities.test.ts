import { MONDAY, NINE, booking, send as sendTo, type SendOptions } from './sandboxClient';
import { defaultSeed } from '../../../sandbox/seed';
import { useSandbox } from '../../support/useSandbox';
import { stopClockAt } from '../../support/clock';

stopClockAt(MONDAY);

/* Opportunities, in HighLevel's form. */

const OTHER_PIPELINE = {
	id: 'pipeline-other',
	name: 'Implants',
	locationId: 'loc-harbor',
	stages: [
		{ id: 'stage-first', name: 'First' },
		{ id: 'stage-second', name: 'Second' },
	],
};
const sandbox = useSandbox({
	profile: 'highLevel',
	mayViolate: true,
	seed: { ...defaultSeed, pipelines: [...defaultSeed.pipelines, OTHER_PIPELINE] },
});

const send = async (request: string, options?: SendOptions) =>
	await sendTo(sandbox, request, options);

const DEAL = {
	locationId: 'loc-harbor',
	contactId: 'contact-ada',
	pipelineId: 'pipeline-other',
	name: 'Implant',
	status: 'won',
};
const create = async (change: object = {}) =>
	await send('POST /opportunities/', { json: { ...DEAL, ...change } });
const read = async (id = 'deal-braces') => (await send(`GET /opportunities/${id}`)).body;

it('an opportunity begins in the first stage of its pipeline, with no value, unless it says more', async () => {
	expect(await create()).toMatchObject({
		status: 201,
		body: {
			opportunity: {
				pipelineStageId: 'stage-first',
				monetaryValue: 0,
				lastStageChangeAt: '2030-05-06T08:00:00.000Z',
				contact: { id: 'contact-ada', name: 'Ada Brook', email: 'ada@example.com' },
			},
		},
	});
	expect(await create({ pipelineStageId: 'stage-second', monetaryValue: 7 })).toMatchObject({
		body: { opportunity: { pipelineStageId: 'stage-second', monetaryValue: 7 } },
	});
});

it('a second opportunity of a contact in a pipeline is refused where the location allows one, and the first is named', async () => {
	sandbox.setProfile({ opportunities: 'one a pipeline' });
	const pipelineId = 'pipeline-patients';

	expect(await create({ pipelineId })).toMatchObject({
		status: 400,
		body: { code: 'OPPORTUNITY_NO_DUPLICATE', meta: { existingId: 'deal-braces' } },
	});
	expect((await create()).status).toBe(201);
	expect((await create({ pipelineId, contactId: 'contact-ben' })).status).toBe(201);

	sandbox.setProfile({ opportunities: 'several' });
	expect((await create({ pipelineId })).status).toBe(201);
});

it.each([
	['a contact of another location', { contactId: 'contact-cleo' }, 400],
	['a pipeline of another location', { pipelineId: 'pipeline-members' }, 400],
	['a stage of another pipeline', { pipelineStageId: 'stage-asked' }, 400],
	['an unknown user', { assignedTo: 'user-gone' }, 401],
	['an unknown reason', { lostReasonId: 'reason-gone' }, 400],
])('%s is refused', async (_, change, status) => {
	expect((await create(change)).status).toBe(status);
	expect(sandbox.followUp().opportunities).toHaveLength(1);
});

describe('a change', () => {
	const update = async (json: object) => await send('PUT /opportunities/deal-braces', { json });

	it('says when status and stage changed, each by itself, and keeps the rest', async () => {
		const changed = '2030-05-06T08:00:00.000Z';

		await update({ status: 'won' });
		expect(await read()).toMatchObject({
			opportunity: { name: 'Braces', status: 'won', lastStatusChangeAt: changed },
		});
		expect(await read()).not.toHaveProperty('opportunity.lastStageChangeAt');

		await update({ pipelineStageId: 'stage-planned' });
		expect(await read()).toMatchObject({
			opportunity: { status: 'won', lastStageChangeAt: changed, updatedAt: changed },
		});
	});

	it('of the custom fields replaces those that it names', async () => {
		const customFields = [{ id: 'field-branch', field_value: 'North' }];
		await update({ customFields });
		await update({ name: 'Braces II' });
		expect(await read()).toMatchObject({
			opportunity: { customFields: [{ id: 'field-branch', fieldValue: 'North' }] },
		});
	});

	it.each([
		['branch', 200],
		['opportunity.branch', 200],
		['contact.plan', 400],
	])('names a custom field by its key: %s', async (key, status) => {
		expect((await update({ customFields: [{ key, field_value: 'North' }] })).status).toBe(status);
	});

	it.each([
		['a stage of another pipeline', { pipelineStageId: 'stage-first' }, 400],
		['an unknown user', { assignedTo: 'user-gone' }, 401],
		['an unknown reason', { lostReasonId: 'reason-gone' }, 400],
	])('to %s is refused', async (_, change, status) => {
		expect((await update(change)).status).toBe(status);
		expect(sandbox.followUp().opportunities).toEqual(defaultSeed.opportunities);
	});
});

it('a status is set by itself, with the reason that the location has', async () => {
	const setStatus = async (lostReasonId: string) =>
		(
			await send('PUT /opportunities/deal-braces/status', {
				json: { status: 'lost', lostReasonId },
			})
		).status;

	expect(await setStatus('reason-gone')).toBe(400);
	expect(await setStatus('reason-price')).toBe(200);
	expect(await read()).toMatchObject({
		opportunity: {
			status: 'lost',
			lostReasonId: 'reason-price',
			lastStatusChangeAt: '2030-05-06T08:00:00.000Z',
		},
	});
});

it('an opportunity is read and deleted by its own location only', async () => {
	const asSummit = { token: 'pit-summit' };
	expect((await send('GET /opportunities/deal-braces', asSummit)).status).toBe(400);
	expect((await send('DELETE /opportunities/deal-braces', asSummit)).status).toBe(400);
	expect((await send('DELETE /opportunities/deal-braces')).status).toBe(200);
	expect(sandbox.followUp().opportunities).toEqual([]);
});

describe('a search', () => {
	const SEARCH = 'GET /opportunities/search?location_id=loc-harbor';
	interface Found {
		opportunities: Array<{ name: string }>;
		meta: object;
	}
	const search = async (query: string) => (await send(`${SEARCH}&${query}`)).body as Found;
	const namesFor = async (query: string) =>
		(await search(query)).opportunities.map(({ name }) => name);

	it.each([
		['', ['Braces', 'Implant', 'Aligners']],
		['status=all', ['Braces', 'Implant', 'Aligners']],
		['status=won', ['Implant', 'Aligners']],
		['pipeline_id=pipeline-other', ['Implant', 'Aligners']],
		['pipeline_stage_id=stage-second', ['Aligners']],
		['contact_id=contact-ben', ['Aligners']],
		['assigned_to=user-riley', ['Braces']],
		['campaignId=campaign-1', []],
		['id=deal-braces', ['Braces']],
		['q=align', ['Aligners']],
		['q=ben@example', ['Aligners']],
		['country=DE', ['Aligners']],
		['country=US', []],
		['date=05-06-2030', ['Implant', 'Aligners']],
		['date=05-07-2030', []],
		['date=05-06-2030&endDate=05-06-2030', ['Implant', 'Aligners']],
		['date=05-01-2030&endDate=05-05-2030', []],
		['order=added_asc', ['Braces', 'Implant', 'Aligners']],
		['order=added_desc', ['Aligners', 'Implant', 'Braces']],
		['order=name_asc', ['Aligners', 'Braces', 'Implant']],
		['order=name_desc', ['Implant', 'Braces', 'Aligners']],
		['limit=2', ['Braces', 'Implant']],
		['limit=2&page=2', ['Aligners']],
	])('with %s finds %j', async (query, names) => {
		await send('PUT /contacts/contact-ben', { json: { country: 'DE' } });
		await create();
		const aligners = { name: 'Aligners', contactId: 'contact-ben' };
		await create({ ...aligners, pipelineStageId: 'stage-second' });

		expect(await namesFor(query)).toEqual(names);
	});

	it("is one of the token's location, and says how many there are", async () => {
		await create();
		expect((await search('limit=1')).meta).toMatchObject({ total: 2, currentPage: 1 });

		const summit = SEARCH.replace('loc-harbor', 'loc-summit');
		expect((await send(summit)).status).toBe(403);
		expect(await send(summit, { token: 'pit-summit' })).toMatchObject({
			body: { opportunities: [] },
		});
	});

	it("adds the contact's tasks, notes and appointments where they are asked for", async () => {
		await send('POST /calendars/events/appointments', { json: booking(NINE) });
		const [plain] = (await search('')).opportunities;
		const [full] = (await search('getTasks=true&getNotes=true&getCalendarEvents=true'))
			.opportunities;

		for (const name of ['tasks', 'notes', 'calendarEvents']) expect(plain).not.toHaveProperty(name);
		expect(full).toMatchObject({
			tasks: [{ id: 'task-call' }],
			notes: [{ id: 'note-mornings' }],
			calendarEvents: [{ id: 'appt-1' }],
		});
	});
});

it.each([
	['', ['reason-price', 'reason-silent']],
	['&query=EXPENSIVE', ['reason-price']],
	['&name=No%20response', ['reason-silent']],
	['&name=No', []],
	['&skip=1', ['reason-silent']],
	['&limit=1', ['reason-price']],
])('the reasons for lost opportunities, asked for with `%s`, are %j', async (query, ids) => {
	const { body } = await send(`GET /opportunities/lost-reason?locationId=loc-harbor${query}`);
	const { lostReasons } = body as { lostReasons: Array<{ id: string }> };
	expect(lostReasons.map(({ id }) => id)).toEqual(ids);
});
