import {
	adasAppointment,
	carriesOut,
	carriesOutAndIsLost,
	carriesOutInSilence,
	FakeCalendar,
	isLostUnheard,
	onSaturdayBefore,
	refuses,
	runAppointment,
} from './fakeCalendar';

onSaturdayBefore();

const newTitle = { fields: { title: 'Second call' } };

describe('Update', () => {
	it('changes the title, and sends the status that the appointment has', async () => {
		const calendar = new FakeCalendar({
			appointments: [adasAppointment({ title: 'Call', appointmentStatus: 'noshow' })],
		});

		const { item, hints } = await runAppointment('update', calendar, newTitle);

		expect(item).toMatchObject({ updated: true, title: 'Second call' });
		expect(hints).toEqual([]);
		expect(calendar.appointments).toEqual([
			adasAppointment({ title: 'Second call', appointmentStatus: 'noshow' }),
		]);
	});

	it("empties a field that 'Fields to Empty' names, whatever 'Fields' says", async () => {
		const calendar = new FakeCalendar({ appointments: [adasAppointment({ title: 'Call' })] });

		await runAppointment('update', calendar, { ...newTitle, fieldsToEmpty: ['title'] });

		expect(calendar.writes).toMatchObject([{ body: { title: '' } }]);
	});

	it.each(['title', 'description', 'address'])('can empty the %s', async (name) => {
		const calendar = new FakeCalendar({ appointments: [adasAppointment({ [name]: 'Old' })] });

		await runAppointment('update', calendar, { fieldsToEmpty: [name] });

		expect(calendar.writes).toMatchObject([{ body: { [name]: '' } }]);
	});

	it("sends a type of meeting place with what makes it go before the calendar's own", async () => {
		const calendar = new FakeCalendar({ appointments: [adasAppointment()] });

		await runAppointment('update', calendar, { fields: { meetingLocationType: 'zoom' } });

		expect(calendar.writes).toMatchObject([
			{ body: { meetingLocationType: 'zoom', overrideLocationConfig: true } },
		]);
	});

	it('puts out, as raw data, the whole record, also where the platform sends none after the change', async () => {
		const calendar = new FakeCalendar({
			appointments: [adasAppointment({ title: 'Call', notes: 'By phone' })],
			reactions: [carriesOutInSilence],
		});
		const raw = { ...newTitle, options: { simplify: false } };

		const { item } = await runAppointment('update', calendar, raw);

		expect(item).toMatchObject({ updated: true, appointment: { id: 'appt-1', notes: 'By phone' } });
	});

	it('whose response was lost is found to be done', async () => {
		const calendar = new FakeCalendar({
			appointments: [adasAppointment({ title: 'Call' })],
			reactions: [carriesOutAndIsLost],
		});

		const { item, errorMessage } = await runAppointment('update', calendar, newTitle);

		expect(errorMessage).toBeUndefined();
		expect(item).toMatchObject({ updated: true, title: 'Second call' });
		expect(calendar.writes).toHaveLength(1);
	});

	it('that never arrived is told as not done', async () => {
		const calendar = new FakeCalendar({
			appointments: [adasAppointment({ title: 'Call' })],
			reactions: [isLostUnheard],
		});

		const { errorMessage, isOutcomeUnknown } = await runAppointment('update', calendar, newTitle);

		expect(errorMessage).toBe(
			'Not updated: the platform did not confirm the request, and shows that it was not carried out [Item 0]',
		);
		expect(isOutcomeUnknown).toBe(false);
		expect(calendar.appointments).toMatchObject([{ title: 'Call' }]);
	});

	it.each([
		['Notify', { toNotify: false }],
		['Description', { description: 'Bring the contract' }],
	])('of what the record does not show is unknown after a lost response: %s', async (_, fields) => {
		const calendar = new FakeCalendar({
			appointments: [adasAppointment()],
			reactions: [isLostUnheard],
		});

		const { errorMessage, isOutcomeUnknown } = await runAppointment('update', calendar, { fields });

		expect(errorMessage).toMatch(/^Outcome unknown/);
		expect(isOutcomeUnknown).toBe(true);
		expect(calendar.writes).toHaveLength(1);
	});

	it('of a title and a switch is found to be done by the title', async () => {
		const calendar = new FakeCalendar({
			appointments: [adasAppointment({ title: 'Call' })],
			reactions: [carriesOutAndIsLost],
		});
		const fields = { title: 'Second call', toNotify: false };

		const { item } = await runAppointment('update', calendar, { fields });

		expect(item).toMatchObject({ updated: true });
	});

	it('empties a title, and finds that done after a lost response', async () => {
		const calendar = new FakeCalendar({
			appointments: [adasAppointment({ title: 'Call' })],
			reactions: [carriesOutAndIsLost],
		});

		const { item } = await runAppointment('update', calendar, { fieldsToEmpty: ['title'] });

		expect(item).toMatchObject({ updated: true });
		expect(calendar.appointments).toMatchObject([{ title: '' }]);
	});

	it('tells which value the platform has instead', async () => {
		const calendar = new FakeCalendar({
			appointments: [adasAppointment({ title: 'Call' })],
			reactions: [carriesOut({ title: 'Call' })],
		});

		const { item, hints } = await runAppointment('update', calendar, newTitle);

		expect(item).toMatchObject({ title: 'Call' });
		expect(hints).toEqual([
			'The platform has other values than expected: Title is Call, not Second call.',
		]);
	});

	it('puts out what was sent where the platform responds without a record', async () => {
		const calendar = new FakeCalendar({
			appointments: [adasAppointment({ title: 'Call' })],
			reactions: [carriesOutInSilence],
		});

		const { item } = await runAppointment('update', calendar, newTitle);

		expect(item).toMatchObject({ updated: true, title: 'Second call', contactId: 'ada' });
	});

	it("is told in the platform's words where a user is missing, and the appointment is not called missing", async () => {
		const calendar = new FakeCalendar({
			appointments: [adasAppointment()],
			reactions: [refuses(400, 'User not found')],
		});

		const { errorMessage, errorDescription } = await runAppointment('update', calendar, {
			fields: { assignedUserId: { __rl: true, mode: 'id', value: 'user-gone' } },
		});

		expect(`${errorMessage} ${errorDescription}`).toContain('User not found');
		expect(errorMessage).not.toContain("appointment 'appt-1' was not found");
	});
});
