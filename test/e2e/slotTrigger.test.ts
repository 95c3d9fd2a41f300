import type { IDataObject } from 'n8n-workflow';

import { failureText, nodeJson } from '../../runtime/execution';
import { waitFor } from '../../runtime/polling';
import { byId } from '../support/e2e/platformParameters';
import { freeSlots, type Slot } from '../support/e2e/slots';
import { builtIn, workflow } from '../support/queue/workflows';
import { FORMS } from '../support/forms';
import { useHarness } from '../support/harness';

const TRIGGER = 'CRM Platform Slot Trigger';

/** n8n refuses a cron expression that comes more often than once a minute, but takes several. */
const EVERY_TWO_SECONDS = Array.from({ length: 30 }, (_, index) => ({
	mode: 'custom',
	cronExpression: `${index * 2} * * * * *`,
}));

describe.each(FORMS)('$form', ({ form, profile }) => {
	const harness = useHarness({ profile });

	/** One or several triggers in a workflow, of which the first has a node behind it. */
	function draftFor(...triggers: Array<{ calendarIds: string[]; authentication?: 'oAuth2' }>) {
		const drafts = triggers.map(({ calendarIds, authentication }, index) => {
			const trigger = {
				name: index === 0 ? TRIGGER : `${TRIGGER} ${index}`,
				type: 'n8n-nodes-crm-platform.slotTrigger',
				parameters: {
					pollTimes: { item: EVERY_TWO_SECONDS },
					authentication: authentication ?? 'accessToken',
					calendars: { values: calendarIds.map((id) => ({ calendarId: byId(id) })) },
					timezone: byId('America/New_York'),
				},
				credentials: harness.use(authentication ? 'platformOAuth2Api' : 'platformTokenApi'),
			};
			return workflow('On a slot that opens', [trigger as never, builtIn('noOp', 'Go on')]);
		});
		const [first, ...others] = drafts;
		return { ...first, nodes: [...first.nodes, ...others.map(({ nodes: [trigger] }) => trigger)] };
	}

	const asked = (calendarId: string) =>
		harness.sandbox.control
			.requests({ operationId: 'get_free_slots' })
			.filter(({ path, status }) => path.includes(calendarId) && status !== undefined);

	/** Waits until the trigger has asked so many times more. */
	async function polls(count: number, calendarId = 'cal-onboarding'): Promise<void> {
		const [last] = asked(calendarId).slice(-1);
		await waitFor(
			`${count} polls`,
			() => asked(calendarId).filter(({ id }) => id > (last?.id ?? 0)).length >= count,
		);
	}

	const cancel = (id: string) => harness.sandbox.control.cancelAppointment(id);
	const book = (calendarId: string, slot: Slot) => harness.sandbox.control.takeSlot({ calendarId, ...slot }).id;

	describe('a published workflow', () => {
		let id: string;
		let slots: Slot[];
		let appointments: string[];
		const executions = async () => await harness.api.countExecutions({ workflowId: id });

		/** What the newest of so many executions began with; there must be no more than so many. */
		async function startedWith(count: number): Promise<IDataObject[]> {
			const [{ id: newest }] = await harness.api.waitForExecutions(id, count);
			expect(await executions()).toBe(count);
			return nodeJson(await harness.api.getExecution(newest), 'Go on');
		}

		beforeAll(async () => {
			slots = freeSlots(harness.sandbox, 'cal-onboarding').slice(0, 4);
			appointments = slots.map((slot) => book('cal-onboarding', slot));
			({ id } = await harness.api.createWorkflow(draftFor({ calendarIds: ['cal-onboarding', 'cal-checkup'] })));
			await harness.api.activate(id);
		}, 60_000);

		test('is not started by what is free when it is published', async () => {
			await polls(2);
			expect(await executions()).toBe(0);
		});

		test('is started once by an appointment that was canceled', async () => {
			cancel(appointments[0]);
			const [item, ...others] = await startedWith(1);
			expect(others).toEqual([]);
			expect(item).toMatchObject({ calendarId: 'cal-onboarding', timezone: 'America/New_York' });
			expect(Date.parse(String(item.startTime))).toBe(Date.parse(slots[0].startTime));
			await polls(2);
			expect(await executions()).toBe(1);
		});

		// What n8n does is the same in both forms.
		if (form !== 'contract') return;

		test('goes on where it was after a restart of n8n, with what opened meanwhile', async () => {
			const restarting = harness.n8n.restart();
			cancel(appointments[1]);
			await restarting;
			await harness.api.login(harness.owner);
			expect(await startedWith(2)).toEqual([expect.objectContaining(slots[1])]);
			await polls(2);
			expect(await executions()).toBe(2);
		}, 90_000);

		/** Of the newest of so many executions. */
		async function shownIn(count: number): Promise<string | undefined> {
			const [{ id: newest }] = await harness.api.waitForExecutions(id, count);
			return failureText(await harness.api.getExecution(newest));
		}

		test('shows a calendar that cannot be read as one failed execution, and watches the others', async () => {
			harness.sandbox.control.addFault({ path: '/calendars/cal-onboarding/', status: 404, times: 'always' });
			expect(await shownIn(3)).toContain("The calendar 'cal-onboarding' was not found");

			const [checkup] = freeSlots(harness.sandbox, 'cal-checkup');
			const appointment = book('cal-checkup', checkup);
			await polls(2, 'cal-checkup');
			cancel(appointment);
			expect(await startedWith(4)).toEqual([expect.objectContaining({ calendarId: 'cal-checkup' })]);
			harness.sandbox.control.clearFaults();
			await polls(2);
			expect(await executions()).toBe(4);
			await harness.api.deactivate(id);
		}, 90_000);
	});

	if (form !== 'contract') return;

	test('two of one workflow do not disturb each other, with either credential', async () => {
		const draft = draftFor(
			{ calendarIds: ['cal-onboarding'] },
			{ calendarIds: ['cal-checkup'], authentication: 'oAuth2' },
		);
		const { id } = await harness.api.createWorkflow(draft);
		await harness.api.activate(id);
		await polls(2);
		// Each has its own memory, which the other's save leaves whole, also over a restart.
		const [one, other] = ['cal-onboarding', 'cal-checkup'];
		const openIn = async (calendarId: string) => {
			const appointment = book(calendarId, freeSlots(harness.sandbox, calendarId)[0]);
			await polls(2, calendarId);
			cancel(appointment);
		};
		await openIn(one);
		await harness.api.waitForExecutions(id, 1);
		await openIn(other);
		await harness.api.waitForExecutions(id, 2);
		await harness.n8n.restart();
		await harness.api.login(harness.owner);
		await polls(2, other);
		expect(await harness.api.countExecutions({ workflowId: id })).toBe(2);
		await harness.api.deactivate(id);
	}, 150_000);

	test('a calendar of another location cannot be published', async () => {
		const { id } = await harness.api.createWorkflow(draftFor({ calendarIds: ['cal-checkup', 'cal-trial'] }));
		await expect(harness.api.activate(id)).rejects.toThrow("The calendar 'cal-trial' was not found");
		await harness.api.deactivate(id);
	}, 60_000);
});
