import type { IDataObject } from 'n8n-workflow';

import { byId, expectRefused, onHighLevel, type Sent, TOOL } from './nodeOnPlatform';
import { failed } from '../platformApi/fakePlatform';

/* Opportunity > Create where the contact has one in the pipeline, and the location allows no second one. */

const SECOND = failed(400, {
	message: 'Can not create duplicate opportunity for the contact.',
	code: 'OPPORTUNITY_NO_DUPLICATE',
	meta: { existingId: 'deal-1' },
});

const EXISTING = {
	id: 'deal-1',
	contactId: 'ada',
	pipelineId: 'sales',
	name: 'Implant',
	status: 'won',
};

interface Platform {
	/** What it has under the ID that its refusal names. */
	existing?: IDataObject;
	/** Its response to a change; by default, the changed record. */
	updated?: unknown;
	/** Its refusal of a second one. */
	refusal?: Error;
}

/** A platform that refuses to create a second opportunity. */
const refusingSecond =
	({ existing = EXISTING, updated, refusal = SECOND }: Platform) =>
	({ method, path, body }: Sent): unknown => {
		if (method === 'POST') return refusal;
		if (method === 'PUT')
			return updated ?? { opportunity: { ...existing, ...(body as IDataObject) } };
		return path === '/opportunities/deal-1' ? { opportunity: existing } : {};
	};

const create = async (whenExists: string | undefined, platform: Platform = {}, given = {}) =>
	await onHighLevel(
		'opportunity.create',
		{
			contactId: byId('ada'),
			pipelineId: byId('sales'),
			name: 'Braces',
			options: whenExists ? { whenExists } : {},
		},
		refusingSecond(platform),
		given,
	);

it.each([
	['a person', {}],
	['a language model', { node: TOOL }],
])(
	'stops by default, for %s, with the ID of the one that is there; nothing is changed',
	async (_, given) => {
		const { told, writes } = await create(undefined, {}, given);
		expect(told).toContain("The contact already has an opportunity in this pipeline: 'deal-1'");
		expect(writes).toMatchObject([{ method: 'POST' }]);
	},
);

it('returns the one that is there as it is, and says what it has otherwise', async () => {
	const { json, writes, hints } = await create('Return It');
	expect(json).toMatchObject([
		{ created: false, opportunityId: 'deal-1', name: 'Implant', status: 'won' },
	]);
	expect(writes).toMatchObject([{ method: 'POST' }]);
	expect(hints[0].message).toBe(
		'This opportunity existed already, and was kept as it is. It differs from what was sent: Name is Implant, not Braces; Status is won, not open.',
	);
});

it('updates the one that is there with what was entered', async () => {
	const { json, told, writes } = await create('update');
	expect(told).toBe('');
	expect(json).toMatchObject([{ created: false, opportunityId: 'deal-1', name: 'Braces' }]);
	expect(writes[1]).toMatchObject({
		method: 'PUT',
		path: '/opportunities/deal-1',
		body: { name: 'Braces', pipelineId: 'sales', status: 'open' },
	});
	// HighLevel's update takes neither.
	expect(Object.keys(writes[1]?.body as object)).not.toContain('contactId');
	expect(Object.keys(writes[1]?.body as object)).not.toContain('locationId');
});

it('reads the one that was updated again, where the platform sends no record', async () => {
	const { json } = await create('update', { updated: { succeded: true } });
	expect(json).toMatchObject([{ created: false, name: 'Implant' }]);
});

it.each(['return', 'update'])(
	'does not %s the opportunity of somebody else, whatever the refusal names',
	async (whenExists) => {
		const existing = { ...EXISTING, contactId: 'ben' };
		const { error, json, writes } = await create(whenExists, { existing });
		expect(error?.message).toContain('The contact already has an opportunity');
		expect(json).toEqual([]);
		expect(writes).toMatchObject([{ method: 'POST' }]);
	},
);

it("a value of 'When It Exists' that is none is refused before anything is sent", async () => {
	const end = await create('replace');
	expectRefused(end, "'When It Exists' must be one of return, stop, update, not 'replace'");
});

it('stops at another refusal, whatever is chosen', async () => {
	const refusal = failed(400, { message: 'The pipeline id is invalid.' });
	const { error, sent, writes } = await create('update', { refusal });
	expect(sent.filter(({ path }) => path.startsWith('/opportunities/u'))).toEqual([]);
	expect(error?.message).not.toContain('already has an opportunity');
	expect(writes).toMatchObject([{ method: 'POST' }]);
});

it('says of a new one that it was created', async () => {
	const { json } = await onHighLevel(
		'opportunity.create',
		{ contactId: byId('ada'), pipelineId: byId('sales'), name: 'Braces' },
		({ method }: Sent) => (method === 'POST' ? { opportunity: EXISTING } : {}),
	);
	expect(json).toMatchObject([{ created: true, opportunityId: 'deal-1' }]);
});

it("a language model's repeat gets the opportunity as it is by then", async () => {
	const statuses = ['won', 'lost'];
	const call = async () =>
		await onHighLevel(
			'opportunity.create',
			{
				contactId: byId('ada'),
				pipelineId: byId('sales'),
				name: 'Braces',
				options: { whenExists: 'return' },
			},
			(request: Sent) =>
				refusingSecond({ existing: { ...EXISTING, status: statuses[0] } })(request),
			{ node: TOOL, executionId: 'existing-twice' },
		);
	expect((await call()).json).toMatchObject([{ status: 'won' }]);
	statuses.shift();
	expect((await call()).json).toMatchObject([{ status: 'lost' }]);
});
