import { stopClockAt } from '../../support/clock';
import { node } from '../platformApi/fakePlatform';
import { act, byId, HIGH_LEVEL, type Sent, TOOL } from './nodeOnPlatform';

const PERSON = node.type;

stopClockAt('2026-11-21T12:00:00Z');

const APPOINTMENT = {
	id: 'appt-1',
	calendarId: 'cal-1',
	contactId: 'ada',
	appointmentStatus: 'confirmed',
	startTime: '2026-11-23T09:00:00+00:00',
	endTime: '2026-11-23T09:30:00+00:00',
};

/** Appointment > Update Status on HighLevel, where the appointment is confirmed. @param stored what stands in the workflow */
const setStatus = async (appointmentStatus: string, stored: string, type = PERSON) =>
	await act(
		'appointment.updateStatus',
		{ appointmentId: byId('appt-1'), appointmentStatus },
		{
			credential: HIGH_LEVEL,
			context: { getNode: () => ({ ...node, type, parameters: { appointmentStatus: stored } }) },
			responses: ({ method }: Sent) =>
				method === 'GET' ? { event: APPOINTMENT } : { ...APPOINTMENT, appointmentStatus },
		},
	);

/** As a tool whose argument has this description. */
const setAsTool = async (description: string, status: string) => {
	const stored = `={{ $fromAI('status', ${JSON.stringify(description)}, 'string', 'cancelled') }}`;
	return await setStatus(status, stored, TOOL.type);
};

describe('the status that a language model sets', () => {
	// The message names the argument, which the model knows, in place of the field.
	it.each([
		['showed or noshow', 'confirmed', 'noshow, showed'],
		['One of: Showed, No-Show', 'invalid', 'noshow, showed'],
		['the new status: showed or noshow', 'new', 'noshow, showed'],
		['showed/noshow', 'confirmed', 'noshow, showed'],
		['Never invalid; showed or noshow', 'confirmed', 'noshow, showed'],
		['showed, or else no show', 'confirmed', 'noshow, showed'],
		['showed if the contact came, else noshow', 'confirmed', 'noshow, showed'],
		['no show if nobody came, or showed', 'confirmed', 'noshow, showed'],
		['showed, no show if nobody came', 'confirmed', 'noshow, showed'],
		['showed', 'confirmed', 'showed'],
	])('is refused, unsent, where "%s" does not list %s', async (description, status, listed) => {
		const { error, writes } = await setAsTool(description, status);

		expect(error?.message).toBe(
			`'status' must be one of ${listed}, not '${status}'. Nothing was sent. Use one of ${listed}.`,
		);
		expect(writes).toEqual([]);
	});

	it.each([
		'showed or noshow',
		'the new status',
		'',
		'showed, noshow, never cancelled',
		'Any status except canceled',
		'showed or noshow. Do not use cancelled.',
		'showed; not cancelled',
		'showed! not cancelled? noshow',
		...['excluding', 'without', 'cannot be', "don't set", 'nor'].map(
			(but) => `showed, noshow, ${but} cancelled`,
		),
	])('is not cancelled where the description is "%s"', async (description) => {
		const { error, writes } = await setAsTool(description, 'cancelled');

		expect(error?.message).toMatch(
			/, not 'cancelled'\. Nothing was sent\. To cancel an appointment, use the tool that cancels\.$/,
		);
		expect(writes).toEqual([]);
	});

	it.each([
		['showed or noshow', 'noshow'],
		['Showed, No Show', 'noshow'],
		['showed, not confirmed; noshow', 'noshow'],
		['showed, not confirmed! noshow', 'noshow'],
		['showed, not confirmed? noshow', 'noshow'],
		...[':', '|', '(', ')', '[', ']', '{', '}', '"', "'", '`', '=', ' and '].map((separator) => [
			`showed${separator}noshow`,
			'noshow',
		]),
		['confirmed or cancelled', 'cancelled'],
		['confirmed, canceled', 'cancelled'],
		['the new status', 'new'],
		['the new status', 'showed'],
		['New status', 'showed'],
		['confirmed, new, showed, noshow or invalid', 'new'],
		['', 'confirmed'],
	])('is sent where "%s" lists %s', async (description, status) => {
		const { writes } = await setAsTool(description, status);

		expect(writes).toMatchObject([{ body: { appointmentStatus: status } }]);
	});

	it('is sent where a line of its own lists it, below one that excludes another', async () => {
		const stored = "={{ $fromAI('status', `showed, not cancelled\nnoshow`) }}";

		const { writes } = await setStatus('noshow', stored, TOOL.type);

		expect(writes).toMatchObject([{ body: { appointmentStatus: 'noshow' } }]);
	});

	it.each(['$fromAi', '$fromai'])(
		'is refused under each name of the function: %s',
		async (name) => {
			const stored = `={{ ${name}("status", "showed") }}`;

			const { writes } = await setStatus('cancelled', stored, TOOL.type);

			expect(writes).toEqual([]);
		},
	);
});

it.each(['book', 'reschedule'])(
	'a model that calls %s sets no status in the options that its tool does not list',
	async (operation) => {
		const options = { appointmentStatus: "={{ $fromAI('status', 'confirmed or new') }}" };

		const { error, writes } = await act(
			`appointment.${operation}`,
			{
				appointmentId: byId('appt-1'),
				calendarId: byId('cal-1'),
				contactId: byId('ada'),
				slotSource: 'startEnd',
				startTime: '2026-11-23T10:00:00+00:00',
				endTime: '2026-11-23T10:30:00+00:00',
				options: { appointmentStatus: 'cancelled' },
			},
			{
				credential: HIGH_LEVEL,
				context: { getNode: () => ({ ...node, type: TOOL.type, parameters: { options } }) },
				responses: () => ({ event: APPOINTMENT }),
			},
		);

		expect(error?.message).toContain("'status' must be one of confirmed, new, not 'cancelled'.");
		expect(writes).toEqual([]);
	},
);

it('a person chooses any status', async () => {
	const { writes } = await setStatus('cancelled', 'cancelled');

	expect(writes).toMatchObject([{ body: { appointmentStatus: 'cancelled' } }]);
});
