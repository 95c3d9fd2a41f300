import { byId, onHighLevel, TOOL } from './nodeOnPlatform';

/* Appointment Note: how long a note may be, and how notes are read. */

it('a note of an appointment may have 5,000 characters', async () => {
	const { writes } = await onHighLevel(
		'appointmentNote.create',
		{ appointmentId: byId('appt-1'), body: 'x'.repeat(5_000) },
		[{ note: { id: 'note-1' } }],
	);
	expect(writes).toHaveLength(1);
});

it('notes of an appointment are read to the end, 20 a page', async () => {
	const notes = (from: number, count: number) =>
		Array.from({ length: count }, (_, index) => ({ id: `note-${from + index}` }));
	const { json, sent } = await onHighLevel(
		'appointmentNote.getAll',
		{ appointmentId: byId('appt-1'), returnAll: true },
		[
			{ notes: notes(0, 20), hasMore: true },
			{ notes: notes(20, 3), hasMore: false },
		],
	);
	expect(json).toHaveLength(23);
	expect(json[0]).toMatchObject({ noteId: 'note-0' });
	expect(sent[0].path).toBe('/calendars/appointments/appt-1/notes');
	expect(sent).toMatchObject([{ qs: { limit: 20, offset: 0 } }, { qs: { limit: 20, offset: 20 } }]);
});

it('no more notes of an appointment are asked for than are wanted', async () => {
	const { sent } = await onHighLevel(
		'appointmentNote.getAll',
		{ appointmentId: byId('appt-1'), limit: 5 },
		[{ notes: [], hasMore: false }],
	);
	expect(sent).toMatchObject([{ qs: { limit: 5, offset: 0 } }]);
});

it('that an appointment has more notes than are wanted is told to a model', async () => {
	const { told } = await onHighLevel(
		'appointmentNote.getAll',
		{ appointmentId: byId('appt-1'), limit: 2 },
		[{ notes: [{ id: 'note-1' }, { id: 'note-2' }], hasMore: true }],
		{ node: TOOL },
	);
	expect(told).toMatch(/^There are more, which are not shown\. /);
});

it('a page of notes that is full and the last costs no further request', async () => {
	const notes = Array.from({ length: 20 }, (_, index) => ({ id: `note-${index}` }));
	const { json, sent } = await onHighLevel(
		'appointmentNote.getAll',
		{ appointmentId: byId('appt-1'), returnAll: true },
		() => ({ notes, hasMore: false }),
	);
	expect(json).toHaveLength(20);
	expect(sent).toHaveLength(1);
});

it('where the platform brings no further note, and says that there are more, that is told', async () => {
	const { json, told } = await onHighLevel(
		'appointmentNote.getAll',
		{ appointmentId: byId('appt-1'), returnAll: true },
		() => ({ notes: [{ id: 'note-1' }], hasMore: true }),
	);
	expect(json).toHaveLength(1);
	expect(told).toBe(
		'The platform says that there are more records, which were not read. Search for less.',
	);
});
