import { SAMPLE_CONTACTS } from '../../runtime/examples';
import { say } from '../support/e2e/chat';
import { importExample } from '../support/e2e/examples';
import { textOf, type Turn, useModelServer } from '../support/e2e/modelServer';
import { dayFromNow, freeSlots, asSandboxKeeps, type Slot, slotsOf } from '../support/e2e/slots';
import { FORMS } from '../support/forms';
import { useHarness } from '../support/harness';

/** The AI receptionist: what it tells its model, and for whom its tools act. */
describe.each(FORMS)('$form', ({ profile, canBeAsked, form }) => {
	const harness = useHarness({ profile });
	const model = useModelServer(harness);
	const [{ contactId, email }] = SAMPLE_CONTACTS;
	const onboarding = { calendarId: 'cal-onboarding' };
	beforeAll(async () => {
		harness.sandbox.createContact({ id: contactId });
		await harness.api.createDataTable('Contacts', SAMPLE_CONTACTS);
	});

	/** A chat with the receptionist. @returns says something, and plays the model's part in the reply */
	async function visitor(isHighLevel = false) {
		const { id, nodes } = await importExample(harness, 'ai-receptionist.json');
		const text = JSON.stringify(nodes).replace(
			/("name":"isHighLevel","value":)false/,
			`$1${isHighLevel}`,
		);
		await harness.api.updateWorkflow(id, { nodes: JSON.parse(text) as typeof nodes });
		return async (words: string, think: (turn: Turn) => Promise<string>, metadata?: object) =>
			await model.play(
				async () => await say(harness, id, { sessionId: id, text: words, metadata }),
				think,
			);
	}

	const active = (of: string) =>
		harness.sandbox
			.appointments()
			.filter((one) => one.contactId === of && one.appointmentStatus !== 'cancelled');

	test('books for a visitor who says an email address, and remembers what was said', async () => {
		const chat = await visitor();
		let offered: Slot[] = [];
		await chat('Can I have an onboarding call?', async ({ request, call }) => {
			const prompt = textOf(request.messages[0]);
			expect(prompt).toContain('Open: Monday to Friday, 9 AM to 5 PM');
			expect(prompt).toContain('Before you book, ask for the email address');
			expect(request.tools.map(({ name }) => name).sort()).toEqual([
				...['book_appointment', 'cancel_appointment'],
				...(canBeAsked ? ['create_contact'] : []),
				'find_contact',
				...(canBeAsked ? ['get_appointments'] : []),
				...['get_changelog_since', 'get_free_slots', 'get_glossary_term'],
				...['list_calendars', 'list_use_cases_by_vertical', 'lookup_ghl_feature'],
				...['reschedule_appointment', 'search_recipes'],
				...(canBeAsked ? ['update_appointment_status'] : []),
			]);
			// The model chooses the slot and the contact that it found, but not the location.
			const { parameters } = request.tools.find(({ name }) => name === 'book_appointment')!;
			expect(parameters.required?.sort()).toEqual(['calendarId', 'endTime', 'startTime']);
			expect(Object.keys(parameters.properties)).toHaveLength(5);

			const found = await call('find_contact', { email: ` ${email.toUpperCase()} ` });
			expect(found).toContain(`"contactId":"${contactId}"`);
			const days = { startDate: dayFromNow(2), endDate: dayFromNow(9) };
			offered = slotsOf([{ text: await call('get_free_slots', { ...onboarding, ...days }) }]);
			return 'Which one?';
		});
		const [first] = offered;
		await chat('The first one.', async ({ request, call }) => {
			expect(request.messages.map(textOf)).toContain('Which one?');
			await call('book_appointment', { ...onboarding, contactId, ...first });
			return 'Done.';
		});
		expect(active(contactId)).toMatchObject([{ ...onboarding, ...asSandboxKeeps(first) }]);
	});

	test('acts for the known visitor whatever contact the model names, and for no unknown one', async () => {
		const chat = await visitor(canBeAsked);
		const [slot, other, ofBen] = freeSlots(harness.sandbox);
		const booking = { ...onboarding, contactId: 'contact-ben' };
		const { id: appointmentId } = harness.sandbox.takeSlot({ ...booking, ...ofBen });
		await chat(
			'Book, and cancel.',
			async ({ call }) => {
				expect(await call('book_appointment', { ...booking, ...slot })).toContain(
					'"contactId":"contact-ada"',
				);
				// The Platform API cannot tell whose appointment it is.
				expect(await call('cancel_appointment', { appointmentId })).toMatch(
					canBeAsked ? /is not one of the contact 'contact-ada'/ : /"canceled":true/,
				);
				return 'Done.';
			},
			{ contactId: 'contact-ada' },
		);
		await chat('Book.', async ({ call }) => {
			expect(await call('book_appointment', { ...onboarding, ...other })).toContain(
				"'contactId' is empty",
			);
			return 'Done.';
		});
		expect([active('contact-ada').length, active('contact-ben').length]).toEqual([
			1,
			canBeAsked ? 1 : 0,
		]);
	});

	/** What the receptionist is told where it would take over somebody's contact. Without HighLevel, it has no such tool. */
	const TAKEOVERS: Array<[args: object, told: RegExp]> = canBeAsked
		? [
				[
					{ email: 'mother@example.com', firstName: 'Tim' },
					/"created":false.*"firstName":"Ada".*ask whether it is the right contact/,
				],
				[
					{ email: 'tim@example.com', phone: '+12025550131' },
					/The phone belongs to the contact 'contact-mother'.*Nothing was sent/,
				],
				[
					{ email: 'mother@example.com', phone: '+12025550132' },
					/The email belongs to the contact 'contact-mother'.*Nothing was sent/,
				],
			]
		: [];

	test('takes over no stranger, and calls no missing appointment canceled', async () => {
		const { sandbox } = harness;
		const chat = await visitor(canBeAsked);
		const mother = { id: 'contact-mother', email: 'mother@example.com', phone: '+12025550131' };
		sandbox.createContact({ ...mother, firstName: 'Ada' });
		sandbox.createContact({ id: 'contact-ben-king', phone: '+12025550132', firstName: 'Ben' });
		const [slot] = freeSlots(sandbox);
		const { id } = sandbox.takeSlot({ ...onboarding, contactId: mother.id, ...slot });
		const before = structuredClone([sandbox.contacts(), sandbox.appointments()]);

		await chat('For my son Tim. And cancel it.', async ({ call }) => {
			for (const [args, told] of TAKEOVERS)
				expect(await call('create_contact', args)).toMatch(told);
			for (const appointmentId of [`${id}x`, mother.id, 'all', 'Saturday 9am', `${id}, ${id}`]) {
				const args = { appointmentId, contactId: mother.id };
				const told = await call('cancel_appointment', args);
				expect(told).toMatch(/has no appointment|was not found|must be the ID of one appointment/);
				expect(told).not.toContain('"canceled":true');
			}
			return 'Sorry.';
		});
		expect([sandbox.contacts(), sandbox.appointments()]).toEqual(before);

		// The right ID of the right contact is canceled.
		await chat('The right one, then.', async ({ call }) => {
			const args = { appointmentId: id, contactId: mother.id };
			expect(await call('cancel_appointment', args)).toContain('"canceled":true');
			return 'Canceled.';
		});
		expect(active(mother.id)).toEqual([]);
	});

	// The prompt does not differ.
	if (form === 'contract')
		test.each([
			['Europe/Berlin', /in Europe\/Berlin, the visitor's time zone\./],
			['Berlin', /in [\w/]+, the time zone of the business\. The visitor's is not known/],
			[undefined, /the time zone of the business\. The visitor's is not known/],
		])(
			'knows the day and the time where the site sends the time zone %s',
			async (timezone, told) => {
				const chat = await visitor();
				const think = async ({ request }: Turn) => textOf(request.messages[0]);
				const prompt = await chat('When are you open?', think, {
					contactId: 'contact-ada',
					timezone,
				});
				expect(prompt).toMatch(/Now it is \w+day, \d{4}-\d\d-\d\d \d\d:\d\d /);
				expect(prompt).toMatch(told);
				expect(prompt).toContain('You know who the visitor is.');
			},
		);
});
