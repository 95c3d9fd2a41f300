import { act } from './platform';
import { createSandbox, type Sandbox } from '../../../sandbox/createSandbox';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await createSandbox();
});
afterEach(async () => {
	expect(sandbox.control.violations()).toEqual([]);
	await sandbox.reset();
});
afterAll(async () => await sandbox.close());

const calendarId = { __rl: true, mode: 'id', value: 'cal-onboarding' };

/** n8n hands on what an expression gives, whatever the type of the parameter. */
describe("a switch that an expression fills with the text 'false' is off", () => {
	const simplify = '={{ $json.off }}';
	const given = { items: [{ off: 'false' }] };

	it.each([
		['calendar.getAll', { simplify }],
		['calendar.get', { simplify, calendarId }],
	])('Simplify of %s', async (name, parameters) => {
		const { json } = await act(sandbox, name, parameters, given);
		expect(json[0]).toHaveProperty('workingHours');
	});

	it('Simplify of installedLocation.getAll', async () => {
		const location = { id: 'loc-harbor', rooms: [{ floor: 1 }] };
		sandbox.control.addFault({ status: 200, body: { locations: [location] } });
		const { json } = await act(sandbox, 'installedLocation.getAll', { simplify }, given);
		expect(json).toEqual([location]);
	});

	it('Return All', async () => {
		const parameters = { returnAll: '={{ $json.off }}', limit: 1 };
		const { json } = await act(sandbox, 'calendar.getAll', parameters, given);
		expect(json).toHaveLength(1);
	});
});
