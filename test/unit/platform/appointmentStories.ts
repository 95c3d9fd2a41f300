import type { IDataObject } from 'n8n-workflow';

import { failed } from '../platformApi/fakePlatform';
import {
	adasAppointment,
	type Arranged,
	carriesOut,
	carriesOutAndIsLost,
	carriesOutInSilence,
	type FakeCalendar,
	halfHourAt,
	isLostUnheard,
	refuses,
	SLOT_IS_TAKEN,
	timeAt,
} from './fakeCalendar';
import { byId, type Sent } from './nodeOnPlatform';

/* What the stories of appointmentStories.test.ts are about. `npm run save-texts` writes what comes of a new one. */

export interface Run {
	/** Of Appointment, unless the resource stands before it. */
	operation: string;
	/** Over Ada, her appointment appt-1 and the calendar cal-1. */
	fields?: IDataObject;
	items?: IDataObject[];
	/** What happens on the platform before. */
	before?: (calendar: FakeCalendar) => void;
}

export interface Story {
	title: string;
	/** Over HighLevel, where Ada has the appointment appt-1 in cal-1 on Monday at 9:00. */
	platform?: Arranged;
	/** What else the platform has; undefined for what {@link FakeCalendar} responds. */
	respond?: (request: Sent) => unknown;
	runs: Run[];
	/** All runs are of one execution by default. */
	isEachInItsOwnExecution?: boolean;
	/** True where it is told a second time, of a model that calls the operation as a tool: it is told other words. */
	isForModelToo?: boolean;
}

const forModelToo = (stories: Story[]): Story[] =>
	stories.map((story) => ({ ...story, isForModelToo: true }));

const contract = (platform: Arranged = {}): Arranged => ({
	form: 'contract',
	appointments: [],
	...platform,
});
const empty: Arranged = { appointments: [] };
const notReadable: Arranged = { readFailure: failed(403) };

/** The fields of a slot by its start and its end. */
const at = (hour: number, otherwise: IDataObject = {}): IDataObject => ({
	slotSource: 'startEnd',
	...halfHourAt(hour),
	...otherwise,
});
const raw = { options: { simplify: false } };
const ALTERNATIVES = { whenTaken: 'alternatives' };
const NEXT_FREE = { whenTaken: 'nextFree' };
const CONFLICT = refuses(409, 'Conflict');
const TAKEN = refuses(400, 'The slot is not available');
const WITHOUT_WORDS = refuses(400, '');

/** One run of one operation. */
const once = (
	title: string,
	operation: string,
	fields: IDataObject = {},
	platform?: Arranged,
	respond?: Story['respond'],
): Story => ({ title, platform, respond, runs: [{ operation, fields }] });

/** The same run twice. */
const twice = (
	title: string,
	operation: string,
	fields: IDataObject = {},
	platform?: Arranged,
	otherwise: Partial<Story> = {},
): Story => ({
	title,
	platform,
	runs: [
		{ operation, fields },
		{ operation, fields },
	],
	...otherwise,
});

const ALL_SETTINGS = {
	title: 'Call',
	appointmentStatus: 'new',
	assignedUserId: byId('grace'),
	description: 'Bring the contract',
	address: '12 Harbor Street',
	meetingLocationType: 'zoom',
	ignoreDateRange: true,
	toNotify: false,
};
const SETTINGS_OF_CONTRACT = {
	title: 'Call',
	appointmentStatus: 'new',
	assignedUserId: byId('grace'),
};
const FULL = adasAppointment({
	title: 'Call',
	assignedUserId: 'grace',
	address: '12 Harbor Street',
	notes: 'By phone',
	rrule: 'FREQ=DAILY',
});
const HOUR_IN_BERLIN = {
	timezone: byId('Europe/Berlin'),
};

const booking: Story[] = [
	once('Book with all settings', 'book', at(10, { options: ALL_SETTINGS }), empty),
	once(
		'Book with all settings, raw',
		'book',
		at(10, { options: { ...ALL_SETTINGS, simplify: false } }),
		empty,
	),
	once(
		'Book at a place of the calendar',
		'book',
		at(10, { options: { meetingLocationId: 'custom_0' } }),
		empty,
	),
	once(
		'Book by start and duration',
		'book',
		{ slotSource: 'startDuration', startTime: timeAt(10), duration: 45 },
		empty,
	),
	once(
		'Book a slot of the list',
		'book',
		{ slotSource: 'list', slot: byId(`${timeAt(10)}/${timeAt(10.5)}`) },
		empty,
	),
	once('Book without a calendar', 'book', at(10, { calendarId: byId('') })),
	once('Book without a contact', 'book', at(10, { contactId: byId('') })),
	once('Book what the platform keeps at times without an offset', 'book', at(10), {
		...empty,
		reactions: [carriesOut({ startTime: '2026-11-23 11:00', endTime: '2026-11-23 11:30' })],
	}),
	once('Book what the platform cancels at once', 'book', at(10), {
		...empty,
		reactions: [carriesOut({ appointmentStatus: 'cancelled' })],
	}),
	once('Book, and the response has no record', 'book', at(10), {
		...empty,
		reactions: [carriesOutInSilence],
	}),
	once('Book, and the response is lost', 'book', at(10), {
		...empty,
		reactions: [carriesOutAndIsLost],
	}),
	...forModelToo([
		once(
			'Book at a place of the calendar with another type',
			'book',
			at(10, { options: { meetingLocationId: 'custom_0', meetingLocationType: 'zoom' } }),
		),
		once(
			"Book with all settings of the contract's form",
			'book',
			at(10, { options: { ...SETTINGS_OF_CONTRACT, simplify: false } }),
			contract({ freeHours: [10] }),
		),
		once('Book without settings in Berlin', 'book', at(10, { options: HOUR_IN_BERLIN }), empty),
		once('Book a slot that has passed', 'book', at(-48)),
		once('Book a slot that ends before it starts', 'book', at(10, { endTime: timeAt(9) })),
		once('Book beside another appointment in the calendar', 'book', at(10)),
		once('Book beside another appointment in another calendar', 'book', at(9), {
			appointments: [adasAppointment({ calendarId: 'cal-2', id: 'appt-7' })],
		}),
		once('Book what the platform keeps otherwise', 'book', at(10, { options: ALL_SETTINGS }), {
			...empty,
			reactions: [
				carriesOut({
					contactId: 'ben',
					calendarId: 'cal-2',
					locationId: 'loc-2',
					title: 'Talk',
					appointmentStatus: 'confirmed',
					assignedUserId: 'alan',
					address: '',
					...halfHourAt(11),
				}),
			],
		}),
		once('Book, and the request is lost', 'book', at(10), { ...empty, reactions: [isLostUnheard] }),
		once(
			"Book, and the request is lost in the contract's form",
			'book',
			at(10),
			contract({ freeHours: [10], reactions: [isLostUnheard] }),
		),
		once('Book, and the platform does not know the calendar', 'book', at(10), {
			...empty,
			reactions: [refuses(404, 'Not found')],
		}),
		once('Book, and the platform refuses a value', 'book', at(10), {
			...empty,
			reactions: [refuses(422, 'The title is too long')],
		}),
	]),
];

/** Settings of another operation, which an expression or an earlier choice has left in the collection. */
const LEFT_OVER = {
	title: 'Call',
	appointmentStatus: 'new',
	address: 'Room 2',
	description: 'Bring the contract',
	meetingLocationType: 'zoom',
	meetingLocationId: 'custom_0',
	ignoreDateRange: true,
};

const oddFields: Story[] = [
	once(
		'Reschedule with settings that it does not have',
		'reschedule',
		at(11, { options: { ...LEFT_OVER, appointmentStatus: '' } }),
	),
	once('Update with settings that it does not have', 'update', {
		fields: { appointmentStatus: 'new', ignoreDateRange: true, title: 'Talk' },
	}),
	...forModelToo([
		twice('Book what the platform cancels at once, again', 'book', at(10), {
			...empty,
			reactions: [carriesOut({ appointmentStatus: 'cancelled' })],
		}),
	]),
	once('Book as canceled', 'book', at(10, { options: { appointmentStatus: 'cancelled' } }), empty),
	once('Reschedule of one whose status nobody can set', 'reschedule', at(11), {
		appointments: [adasAppointment({ appointmentStatus: 'active' })],
	}),
	once(
		'Update of one whose status nobody can set',
		'update',
		{ fields: { title: 'Talk' } },
		{
			appointments: [adasAppointment({ appointmentStatus: 'active' })],
		},
	),
	once('Get Many of a user who is chosen from the list', 'getAll', {
		appointmentsOf: 'user',
		userId: { __rl: true, mode: 'list', value: 'grace' },
		startDate: '2026-11-23',
		endDate: '2026-11-23',
	}),
	...forModelToo([
		once(
			"Book between two starts, in the contract's form",
			'book',
			at(9.25),
			contract({ freeHours: [9, 9.5, 10, 10.5, 11, 11.5, 12] }),
		),
		once(
			"Book two hours in a calendar of half hours, whose next free days are in two weeks, in the contract's form",
			'book',
			at(9, { endTime: timeAt(11) }),
			contract({ freeHours: [24 * 14] }),
		),
		once(
			"Book in a calendar that the location does not list, in the contract's form",
			'book',
			at(9, { calendarId: byId('cal-9') }),
			contract({ freeHours: [9] }),
		),
		once(
			"Reschedule between two starts, in the contract's form",
			'reschedule',
			at(9.25),
			contract({ freeHours: [9, 9.5] }),
		),
	]),
];

/** Operations of which one request is refused, since its scope is missing. */
const FORBIDDEN: Array<[operation: string, fields: IDataObject, request: RegExp]> = [
	['book', at(10), /^POST/],
	[
		'book',
		at(10, { contactId: { __rl: true, mode: 'emailOrPhone', value: 'ada@example.com' } }),
		/search/,
	],
	['reschedule', at(10), /^PUT/],
	['cancel', {}, /^PUT/],
	['delete', {}, /^DELETE/],
	['update', { fields: { title: 'Talk' } }, /^PUT/],
	['updateStatus', { appointmentStatus: 'showed' }, /^PUT/],
	['get', {}, /^GET/],
	['getAll', { appointmentsOf: 'contact' }, /^GET/],
	[
		'getAll',
		{ appointmentsOf: 'calendar', startDate: '2026-11-23', endDate: '2026-11-24' },
		/^GET/,
	],
	['calendar.get', {}, /^GET/],
	['calendar.getAll', {}, /^GET/],
	['calendar.getFreeSlots', { startDate: '2026-11-23', endDate: '2026-11-24' }, /free-slots/],
	['calendar.getFreeSlots', { startDate: '2026-11-23', endDate: '2026-11-24' }, /cal-1$/],
	['blockedTime.getAll', { assignedUserId: byId('grace'), ...halfHourAt(9) }, /^GET/],
	['blockedTime.create', { assignedUserId: byId('grace'), ...halfHourAt(9) }, /events$/],
	['blockedTime.create', { assignedUserId: byId('grace'), ...halfHourAt(9) }, /^POST/],
	['blockedTime.create', { blockedFor: 'calendar', ...halfHourAt(9) }, /cal-1$/],
	[
		'blockedTime.update',
		{ blockedTimeId: 'block-1', assignedUserId: byId('grace'), ...halfHourAt(9) },
		/^PUT/,
	],
	['blockedTime.delete', { blockedTimeId: 'block-1' }, /^DELETE/],
];

const forbidden: Story[] = FORBIDDEN.map(([operation, fields, request], index) => ({
	title: `Forbidden request ${index + 1}: ${operation}`,
	platform: operation === 'blockedTime.create' ? empty : undefined,
	respond: ({ method, path }) =>
		request.test(`${method} ${path}`) ? failed(403, { message: 'Forbidden' }) : undefined,
	runs: [{ operation, fields }],
}));

const takenSlots: Story[] = ['book', 'reschedule'].flatMap((operation) => {
	const ways = operation === 'book' ? ['stop', 'alternatives', 'nextFree'] : [];
	const name = operation === 'book' ? 'Book' : 'Reschedule to';
	const free: Arranged = operation === 'book' ? empty : {};
	const wish = at(11, { options: { assignedUserId: byId('grace') } });
	return forModelToo([
		...[undefined, 'stop', 'alternatives', 'nextFree'].map((whenTaken) =>
			once(
				`${name} a slot that is taken (${whenTaken ?? 'not chosen'})`,
				operation,
				{ ...wish, ...(whenTaken && { whenTaken }) },
				{ ...free, freeHours: [8, 10, 11.5, 14, 15, 16], reactions: [SLOT_IS_TAKEN] },
			),
		),
		...ways.map((whenTaken) =>
			once(
				`${name} a slot that is taken, while no other is free (${whenTaken})`,
				operation,
				{ ...wish, whenTaken },
				{ ...free, reactions: [TAKEN] },
			),
		),
		...ways.map((whenTaken) =>
			once(
				`${name} a slot that is refused, but listed as free (${whenTaken})`,
				operation,
				{ ...wish, whenTaken },
				{ ...free, freeHours: [11, 12], reactions: [WITHOUT_WORDS] },
			),
		),
		...ways.map((whenTaken) =>
			once(
				`${name} a slot that is taken, while the free ones cannot be read (${whenTaken})`,
				operation,
				{ ...wish, whenTaken },
				{ ...free, freeSlotsFailure: failed(403), reactions: [TAKEN] },
			),
		),
		...ways.map((whenTaken) =>
			once(
				`${name} a slot that is taken, while appointments cannot be read (${whenTaken})`,
				operation,
				{ ...wish, whenTaken },
				{ ...free, ...notReadable, freeHours: [11, 12], reactions: [TAKEN] },
			),
		),
		once(
			`${name} a slot that is taken, and two of three alternatives`,
			operation,
			{ ...wish, ...ALTERNATIVES, maxAlternatives: 2 },
			{ ...free, freeHours: [8, 12, 15], reactions: [TAKEN] },
		),
		once(
			`${name} a slot that is taken, raw`,
			operation,
			{ ...at(11), ...ALTERNATIVES, ...raw },
			{ ...free, freeHours: [12], reactions: [TAKEN] },
		),
		once(
			`${name} a slot that is taken, in the contract's form`,
			operation,
			{ ...at(11), ...ALTERNATIVES },
			contract({ freeHours: [8, 12], reactions: [TAKEN] }),
		),
		once(
			`${name} the next free slot, two hours later at most, while the next is taken, too`,
			operation,
			{ ...at(11), ...NEXT_FREE, withinHours: 2 },
			{
				...free,
				freeHoursByReading: [
					[12, 13, 14],
					[13, 14],
				],
				reactions: [TAKEN, TAKEN],
			},
		),
		once(
			`${name} the next free slot, whose response is lost`,
			operation,
			{ ...at(11), ...NEXT_FREE },
			{ ...free, freeHours: [12], reactions: [TAKEN, carriesOutAndIsLost] },
		),
	]);
});

const ownAppointments: Story[] = [undefined, 'stop', 'done'].flatMap((whenAlreadyBooked) => {
	const options = whenAlreadyBooked ? { options: { whenAlreadyBooked } } : {};
	const how = `(${whenAlreadyBooked ?? 'not chosen'})`;
	return forModelToo([
		once(`Book what the contact has already ${how}`, 'book', at(9, options), {
			reactions: [SLOT_IS_TAKEN],
		}),
		once(
			`Book what the contact has already, in the contract's form ${how}`,
			'book',
			at(9, options),
			contract({ freeHours: [9], reactions: [CONFLICT] }),
		),
		once(
			`Book what the contact has already, with another length ${how}`,
			'book',
			at(9, { ...options, endTime: timeAt(10) }),
			{ reactions: [CONFLICT] },
		),
		once(
			`Book the next free slot, while the contact has it already ${how}`,
			'book',
			at(8, { ...options, ...NEXT_FREE }),
			{ freeHours: [11], reactions: [TAKEN] },
		),
		once(
			`Book the next free slot, where a conflict is found ${how}`,
			'book',
			at(8, { ...options, ...NEXT_FREE }),
			{
				appointments: [adasAppointment({ ...halfHourAt(10), endTime: timeAt(11) })],
				freeHours: [10, 12],
				reactions: [TAKEN, CONFLICT],
			},
		),
	]);
});

const repeats: Story[] = forModelToo([
	twice('Book the same again', 'book', at(10), empty),
	twice('Book the same again in another execution', 'book', at(10), empty, {
		isEachInItsOwnExecution: true,
	}),
	twice(
		"Book the same again in the contract's form, where the slot is taken by then",
		'book',
		at(10, ALTERNATIVES),
		contract({ freeHours: [10, 11], reactions: [carriesOut(), TAKEN] }),
		{ isEachInItsOwnExecution: true },
	),
	twice(
		"Book the same again in the contract's form, where that is a conflict",
		'book',
		at(10, { options: { whenAlreadyBooked: 'done' } }),
		contract({ freeHours: [10], reactions: [carriesOut(), CONFLICT] }),
		{ isEachInItsOwnExecution: true },
	),
	twice(
		"Book again after a lost request in the contract's form, which is a conflict then",
		'book',
		at(10),
		contract({ freeHours: [10], reactions: [isLostUnheard, CONFLICT] }),
	),
	twice(
		"Book again after a lost request in the contract's form, where the slot is taken then",
		'book',
		at(10),
		contract({ freeHours: [10], reactions: [isLostUnheard, TAKEN] }),
	),
	{
		title: 'Book again after a lost response, once the platform can be read',
		platform: { ...empty, reactions: [carriesOutAndIsLost] },
		runs: [
			{ operation: 'book', fields: at(10), before: (calendar) => cannotBeRead(calendar, true) },
			{ operation: 'book', fields: at(10), before: (calendar) => cannotBeRead(calendar, false) },
		],
	},
	twice('Book again after a lost request, while the platform cannot be read', 'book', at(10), {
		...empty,
		...notReadable,
		reactions: [isLostUnheard],
	}),
	{
		title: 'Book the next free slot again, later in an execution',
		platform: { ...empty, freeHours: [11], reactions: [TAKEN] },
		runs: [
			{ operation: 'book', fields: at(10, NEXT_FREE) },
			{ operation: 'book', fields: at(10, NEXT_FREE) },
		],
	},
	{
		title: 'Book the next free slot again, in another execution',
		platform: { ...empty, freeHours: [11], reactions: [TAKEN, carriesOut(), TAKEN] },
		isEachInItsOwnExecution: true,
		runs: [
			{ operation: 'book', fields: at(10, NEXT_FREE) },
			{ operation: 'book', fields: at(10, NEXT_FREE) },
		],
	},
	{
		title: 'Book another slot for the contact in an execution',
		platform: empty,
		runs: [
			{ operation: 'book', fields: at(10) },
			{ operation: 'book', fields: at(11) },
		],
	},
	{
		title: 'Book, move, update, cancel and book again in an execution',
		platform: empty,
		runs: [
			{ operation: 'book', fields: at(10, { options: { title: 'Call' } }) },
			{ operation: 'reschedule', fields: at(11) },
			{ operation: 'update', fields: { fields: { title: 'Talk' } } },
			{ operation: 'book', fields: at(11, { options: { title: 'Call' } }) },
			{ operation: 'updateStatus', fields: { appointmentStatus: 'showed' } },
			{ operation: 'cancel' },
			{ operation: 'book', fields: at(11) },
		],
	},
	{
		title: "Book, move, cancel and book again in an execution, in the contract's form",
		platform: contract({ freeHours: [10, 11] }),
		runs: [
			{ operation: 'book', fields: at(10) },
			{ operation: 'reschedule', fields: at(11) },
			{ operation: 'cancel' },
			{ operation: 'book', fields: at(11) },
		],
	},
	{
		title: 'Book two slots for one contact with two items',
		platform: empty,
		runs: [
			{
				operation: 'book',
				fields: at(10, { startTime: '={{ $json.startTime }}', endTime: '={{ $json.endTime }}' }),
				items: [halfHourAt(10), halfHourAt(11)],
			},
		],
	},
	twice('Reschedule to the same time again', 'reschedule', at(11)),
	twice('Cancel again', 'cancel'),
	twice('Cancel again in another execution', 'cancel', {}, undefined, {
		isEachInItsOwnExecution: true,
	}),
	twice(
		"Cancel again in another execution, in the contract's form",
		'cancel',
		{},
		contract({ reactions: [carriesOut(), refuses(404, 'Not found')] }),
		{ isEachInItsOwnExecution: true },
	),
	twice('Delete again', 'delete'),
	twice('Update the same again', 'update', { fields: { title: 'Talk' } }),
	twice('Set the same status again', 'updateStatus', { appointmentStatus: 'showed' }),
]);

function cannotBeRead(calendar: FakeCalendar, isFailing: boolean): void {
	calendar.readFailure = isFailing ? failed(403) : undefined;
}

/** What is done to an appointment, with the fields for it. */
const CHANGES: Array<[name: string, operation: string, fields: IDataObject]> = [
	['Reschedule', 'reschedule', at(11)],
	['Cancel', 'cancel', {}],
	['Delete', 'delete', {}],
	['Update', 'update', { fields: { title: 'Talk', address: 'Room 2' } }],
	['Update Status', 'updateStatus', { appointmentStatus: 'showed' }],
];

const changes: Story[] = CHANGES.flatMap(([name, operation, fields]) => [
	once(name, operation, fields, { appointments: [FULL] }),
	once(`${name} in silence`, operation, fields, {
		appointments: [FULL],
		reactions: [carriesOutInSilence],
	}),
	once(`${name} of one that did not come`, operation, fields, {
		appointments: [adasAppointment({ appointmentStatus: 'noshow' })],
	}),
	once(`${name}, whose response is lost`, operation, fields, { reactions: [carriesOutAndIsLost] }),
	once(`${name}, in the contract's form`, operation, fields, contract({ freeHours: [11] })),
	once(`${name} of one that was deleted`, operation, fields, {
		appointments: [adasAppointment({ deleted: true })],
	}),
	once(`${name} of one that was canceled`, operation, fields, {
		appointments: [adasAppointment({ appointmentStatus: 'cancelled' })],
	}),
	once(`${name} of one of another location`, operation, fields, {
		appointments: [adasAppointment({ locationId: 'loc-2' })],
	}),
	once(`${name}, which is refused`, operation, fields, { reactions: [refuses(422, 'No')] }),
	once(`${name}, for which a user is missing`, operation, fields, {
		reactions: [refuses(400, 'User not found')],
	}),
	once(`${name}, which is a conflict`, operation, fields, { reactions: [CONFLICT] }),
	...forModelToo([
		once(`${name}, for which the platform says that it is missing`, operation, fields, {
			reactions: [refuses(400, 'Appointment not found')],
		}),
		once(`${name} of one that is not there`, operation, fields, empty),
		once(`${name} of one that cannot be read`, operation, fields, notReadable),
		once(
			`${name} of an appointment of Ben, only for Ada`,
			operation,
			{
				...fields,
				options: { onlyOfContact: byId('ada') },
				appointmentId: byId('appt-1'),
			},
			{ appointments: [adasAppointment({ contactId: 'ben' })] },
		),
		once(`${name}, of which the platform keeps everything otherwise`, operation, fields, {
			appointments: [FULL],
			reactions: [
				carriesOut({
					contactId: 'ben',
					calendarId: 'cal-2',
					locationId: 'loc-2',
					title: 'Other',
					appointmentStatus: 'invalid',
					assignedUserId: 'alan',
					address: null,
					deleted: false,
					...halfHourAt(15),
				}),
			],
		}),
		once(`${name}, whose request is lost`, operation, fields, { reactions: [isLostUnheard] }),
	]),
]);

const ofContract: Story[] = forModelToo(
	CHANGES.slice(0, 2).flatMap(([name, operation, fields]) => [
		once(
			`${name} of one that is not there, in the contract's form`,
			operation,
			fields,
			contract({ freeHours: [11], reactions: [refuses(404, 'Not found')] }),
		),
		once(
			`${name}, which is refused, in the contract's form`,
			operation,
			fields,
			contract({ freeHours: [11], reactions: [refuses(422, 'No')] }),
		),
		once(
			`${name}, whose request is lost, in the contract's form`,
			operation,
			fields,
			contract({ freeHours: [11], reactions: [isLostUnheard] }),
		),
	]),
);

const canceledBefore: Story[] = forModelToo(
	['stop', 'done'].flatMap((whenAlreadyCanceled) => [
		once(
			`Cancel of one that was canceled (${whenAlreadyCanceled})`,
			'cancel',
			{ options: { whenAlreadyCanceled } },
			{ appointments: [adasAppointment({ appointmentStatus: 'cancelled' })] },
		),
		once(
			`Cancel of one that is not there, in the contract's form (${whenAlreadyCanceled})`,
			'cancel',
			{ options: { whenAlreadyCanceled } },
			contract({ reactions: [refuses(404, 'Not found')] }),
		),
	]),
);

const moves: Story[] = [
	once(
		'Reschedule with all settings',
		'reschedule',
		at(11, {
			options: {
				appointmentStatus: 'new',
				assignedUserId: byId('grace'),
				ignoreDateRange: true,
				toNotify: false,
			},
		}),
	),
	once(
		'Reschedule that keeps the length',
		'reschedule',
		{ slotSource: 'startDuration', startTime: timeAt(11), duration: '' },
		{ appointments: [adasAppointment({ endTime: timeAt(10) })] },
	),
	once('Reschedule to another length', 'reschedule', at(11, { endTime: timeAt(13) })),
	once('Reschedule that is accepted, and not carried out', 'reschedule', at(11), {
		reactions: [carriesOut(halfHourAt(9))],
	}),
	once('Reschedule with all times without an offset', 'reschedule', at(11), {
		reactions: [carriesOut({ startTime: '2026-11-23 11:00', endTime: '2026-11-23 11:30' })],
	}),
	once('Update of all settings', 'update', {
		fields: {
			title: 'Talk',
			assignedUserId: byId('alan'),
			description: 'Bring the contract',
			address: 'Room 2',
			meetingLocationType: 'gmeet',
			toNotify: false,
		},
	}),
	once('Update of the place', 'update', { fields: { meetingLocationId: 'custom_1' } }),
	once('Update that empties fields', 'update', {
		fieldsToEmpty: ['title', 'description', 'address'],
	}),
	once(
		'Reschedule, raw and in Berlin',
		'reschedule',
		at(11, { options: { simplify: false, ...HOUR_IN_BERLIN } }),
	),
	once('Update, raw and in Berlin', 'update', {
		fields: { title: 'Talk' },
		options: { simplify: false, ...HOUR_IN_BERLIN },
	}),
	once('Update Status, raw and in Berlin', 'updateStatus', {
		appointmentStatus: 'noshow',
		options: { simplify: false, ...HOUR_IN_BERLIN },
	}),
	once('Cancel in Berlin', 'cancel', { options: HOUR_IN_BERLIN }),
	once('Delete in Berlin', 'delete', { options: HOUR_IN_BERLIN }),
	once('Update Status to Canceled', 'updateStatus', { appointmentStatus: 'cancelled' }),
	once(
		'Update Status to Canceled, whose request is lost',
		'updateStatus',
		{ appointmentStatus: 'cancelled' },
		{ reactions: [isLostUnheard] },
	),
	once(
		'Update Status to Canceled, which is not carried out',
		'updateStatus',
		{ appointmentStatus: 'cancelled' },
		{ reactions: [carriesOut({ appointmentStatus: 'confirmed' })] },
	),
	once(
		'Update Status to Canceled of one that was canceled',
		'updateStatus',
		{ appointmentStatus: 'cancelled' },
		{ appointments: [adasAppointment({ appointmentStatus: 'cancelled' })] },
	),
	...forModelToo([
		once(
			'Reschedule that keeps a length that is not known',
			'reschedule',
			{ slotSource: 'startDuration', startTime: timeAt(11), duration: '' },
			notReadable,
		),
		once('Reschedule in another calendar', 'reschedule', at(11, { calendarId: byId('cal-2') })),
		once('Reschedule without a calendar', 'reschedule', at(11, { calendarId: byId('') })),
		once(
			"Reschedule without a calendar, in the contract's form",
			'reschedule',
			at(11, { calendarId: byId('') }),
			contract({ freeHours: [11], reactions: [TAKEN] }),
		),
		{
			title: "Reschedule of a booking to another calendar, in the contract's form",
			platform: contract({ freeHours: [10, 11] }),
			isEachInItsOwnExecution: true,
			runs: [
				{ operation: 'book', fields: at(10) },
				{ operation: 'reschedule', fields: at(11, { calendarId: byId('cal-2') }) },
			],
		},
		{
			title: "Reschedule of a booking without a calendar, in the contract's form",
			platform: contract({ freeHours: [10, 11] }),
			isEachInItsOwnExecution: true,
			runs: [
				{ operation: 'book', fields: at(10) },
				{ operation: 'reschedule', fields: at(11, { calendarId: byId('') }) },
			],
		},
		once('Update of nothing', 'update', {}),
		once('Cancel without an appointment', 'cancel', { appointmentId: byId('') }),
	]),
];

const MANY = [9, 10, 11, 12].map((hour, index) =>
	adasAppointment({ id: `appt-${index + 1}`, assignedUserId: 'grace', ...halfHourAt(hour) }),
);
const DAYS = { startDate: '2026-11-23', endDate: '2026-11-24' };

const reads: Story[] = [
	once('Get', 'get', {}, { appointments: [FULL] }),
	once('Get, raw and in Berlin', 'get', {
		options: { simplify: false, ...HOUR_IN_BERLIN },
	}),
	once('Get of one that is not there', 'get', {}, empty),
	once('Get of one whose record is another', 'get', {}, undefined, ({ method }) =>
		method === 'GET'
			? { event: adasAppointment({ id: 'appt-2', locationId: 'loc-2', startTime: 'soon' }) }
			: undefined,
	),
	...(
		[
			['a contact', { appointmentsOf: 'contact' }],
			['a calendar', { appointmentsOf: 'calendar', ...DAYS }],
			['a group', { appointmentsOf: 'group', groupId: 'group-1', ...DAYS }],
			['a user', { appointmentsOf: 'user', userId: byId('grace'), ...DAYS }],
		] as Array<[string, IDataObject]>
	).flatMap(([whose, fields]) => {
		const respond = ({ path, qs }: Sent) => {
			if (path.startsWith('/users')) return { users: [{ id: 'grace', name: 'Grace Hopper' }] };
			return qs?.groupId ? { events: MANY } : undefined;
		};
		const nobody = (request: Sent) => (request.qs?.groupId ? { events: [] } : respond(request));
		return [
			once(`Get Many of ${whose}`, 'getAll', fields, { appointments: MANY }, respond),
			once(
				`Get Many of ${whose}, all of them and raw`,
				'getAll',
				{ ...fields, returnAll: true, ...raw },
				{ appointments: MANY },
				respond,
			),
			once(
				`Get Many of ${whose}, in Berlin`,
				'getAll',
				{ ...fields, options: HOUR_IN_BERLIN },
				undefined,
				respond,
			),
			...forModelToo([
				once(
					`Get Many of ${whose}, two`,
					'getAll',
					{ ...fields, limit: 2 },
					{ appointments: MANY },
					respond,
				),
				once(`Get Many of ${whose} without any`, 'getAll', fields, empty, nobody),
			]),
		];
	}),
	once(
		'Get Many of a contact, without offsets in the list',
		'getAll',
		{ appointmentsOf: 'contact' },
		undefined,
		({ path }) =>
			path === '/contacts/ada/appointments'
				? {
						events: [
							{ id: 'appt-1', startTime: '2026-11-23 04:00:00', endTime: '2026-11-23 04:30:00' },
						],
					}
				: undefined,
	),
	once(
		'Get Many of a user whom nobody knows',
		'getAll',
		{ appointmentsOf: 'user', userId: byId('Ben'), ...DAYS },
		undefined,
		({ path }) =>
			path.startsWith('/users') ? { users: [{ id: 'grace', name: 'Grace Hopper' }] } : undefined,
	),
	once('Get Many of a calendar whose end is before its start', 'getAll', {
		appointmentsOf: 'calendar',
		startDate: '2026-11-24',
		endDate: '2026-11-23',
	}),
];

/** Of Monday to Wednesday, where five half hours are free. */
const getFreeSlots = (title: string, fields: IDataObject = {}, platform: Arranged = {}): Story =>
	once(
		`Get Free Slots${title}`,
		'calendar.getFreeSlots',
		{ startDate: '2026-11-23', endDate: '2026-11-25', ...fields },
		{ freeHours: [9, 9.5, 33, 33.5, 57], ...platform },
	);

const freeSlots: Story[] = forModelToo([
	getFreeSlots(''),
	getFreeSlots(' by date', { output: 'dates' }),
	getFreeSlots(', raw', { output: 'raw' }),
	getFreeSlots(' of a user in Berlin', {
		options: { ...HOUR_IN_BERLIN, assignedUserId: byId('grace') },
	}),
	getFreeSlots(', three', { limit: 3 }),
	getFreeSlots(', one date', { output: 'dates', limit: 1 }),
	getFreeSlots(', all', { returnAll: true }),
	getFreeSlots(', only the first of each day', { filters: { firstOfDay: true } }),
	getFreeSlots(', on Tuesdays from 9:30 on', { filters: { earliestTime: '09:30', weekdays: [2] } }),
	getFreeSlots(' from a time to a time', {
		startDate: '2026-11-23T09:15',
		endDate: '2026-11-24T09:00',
	}),
	getFreeSlots(' that pass no filter', { filters: { latestTime: '08:00' } }),
	getFreeSlots(' of a calendar without any', {}, { freeHours: [] }),
	getFreeSlots(' of days that have passed', { startDate: '2026-11-18', endDate: '2026-11-20' }),
	getFreeSlots(' of more than a year', { endDate: '2028-11-23', limit: 2 }),
	getFreeSlots(' of more than a year, all', { endDate: '2028-11-23', returnAll: true }),
	getFreeSlots(
		' of more than a year without any',
		{ endDate: '2027-12-23', limit: 2 },
		{ freeHours: [] },
	),
	getFreeSlots(", in the contract's form", {}, { form: 'contract' }),
	getFreeSlots(", raw, in the contract's form", { output: 'raw' }, { form: 'contract' }),
	getFreeSlots(
		", three, in Berlin, in the contract's form",
		{ limit: 3, options: HOUR_IN_BERLIN },
		{ form: 'contract' },
	),
]);

const EVENT_CALENDAR = {
	calendar: {
		calendarType: 'event',
		description: 'For all',
		isActive: true,
		name: 'Talks',
		id: 'cal-1',
		slotDuration: 30,
	},
};
const BLOCK = {
	locationId: 'loc-1',
	dateAdded: '2026-11-20T12:00:00.000Z',
	calendarId: 'cal-1',
	assignedUserId: 'grace',
	title: 'Vacation',
	id: 'block-1',
};

/** The platform with blocked times. @param calendar as it is responded */
const withBlocks =
	(calendar: object = EVENT_CALENDAR, blocks: object[] = [{ ...BLOCK, ...halfHourAt(10) }]) =>
	({ method, path, body }: Sent): unknown => {
		if (path === '/calendars/cal-1') return calendar;
		if (path === '/calendars/blocked-slots') return { events: blocks };
		if (method === 'DELETE') return { succeeded: true };
		if (path.includes('/block-slots')) return { ...BLOCK, ...(body as object) };
		return undefined;
	};
const OF_USER = { blockedFor: 'user', assignedUserId: byId('grace') };
const OF_CALENDAR = { blockedFor: 'calendar' };
const BLOCKED_HOURS = { startTime: timeAt(9), endTime: timeAt(12) };
const BLOCK_ID = { blockedTimeId: 'block-1' };

const calendars: Story[] = [
	once('Calendar > Get', 'calendar.get', {}, undefined, withBlocks()),
	once('Calendar > Get, raw', 'calendar.get', raw, undefined, withBlocks()),
	once('Calendar > Get Many', 'calendar.getAll'),
	...(
		[
			['a user', OF_USER],
			['a calendar', OF_CALENDAR],
		] as Array<[string, IDataObject]>
	).flatMap(([whose, owner]) => [
		once(
			`Blocked Time > Get Many of ${whose}`,
			'blockedTime.getAll',
			{ ...owner, startTime: '2026-11-23', endTime: '2026-11-24' },
			undefined,
			withBlocks(),
		),
		once(
			`Blocked Time > Get Many of ${whose}, raw and in Berlin`,
			'blockedTime.getAll',
			{
				...owner,
				startTime: '2026-11-23',
				endTime: '2026-11-24',
				options: { simplify: false, ...HOUR_IN_BERLIN },
			},
			undefined,
			withBlocks(),
		),
		once(
			`Blocked Time > Create for ${whose}`,
			'blockedTime.create',
			{ ...owner, ...BLOCKED_HOURS, fields: { title: 'Vacation' } },
			empty,
			withBlocks(),
		),
		once(
			`Blocked Time > Create for ${whose} over an appointment, on purpose`,
			'blockedTime.create',
			{ ...owner, ...BLOCKED_HOURS, options: { blockOverAppointments: true } },
			{ appointments: MANY },
			withBlocks(),
		),
		once(
			`Blocked Time > Create for ${whose} of one day`,
			'blockedTime.create',
			{ ...owner, startTime: '2026-11-26', endTime: '2026-11-26' },
			empty,
			withBlocks(),
		),
		once(
			`Blocked Time > Update for ${whose}`,
			'blockedTime.update',
			{ ...owner, ...BLOCK_ID, ...BLOCKED_HOURS, fields: { title: 'Break' } },
			empty,
			withBlocks(),
		),
		once(
			`Blocked Time > Update for ${whose} over an appointment`,
			'blockedTime.update',
			{ ...owner, ...BLOCK_ID, ...BLOCKED_HOURS },
			{ appointments: MANY.slice(0, 1) },
			withBlocks(),
		),
		...forModelToo([
			once(
				`Blocked Time > Get Many of ${whose} without any`,
				'blockedTime.getAll',
				{ ...owner, ...BLOCKED_HOURS },
				undefined,
				withBlocks({}, []),
			),
			once(
				`Blocked Time > Create for ${whose} over an appointment`,
				'blockedTime.create',
				{ ...owner, ...BLOCKED_HOURS },
				{ appointments: MANY },
				withBlocks(),
			),
			once(
				`Blocked Time > Create for ${whose} in the past`,
				'blockedTime.create',
				{ ...owner, startTime: timeAt(-72), endTime: timeAt(-70) },
				empty,
				withBlocks(),
			),
			once(
				`Blocked Time > Create for ${whose} whose end is before its start`,
				'blockedTime.create',
				{ ...owner, startTime: timeAt(10), endTime: timeAt(9) },
				empty,
				withBlocks(),
			),
			once(
				`Blocked Time > Create for ${whose}, empty`,
				'blockedTime.create',
				{ ...owner, ...BLOCKED_HOURS, calendarId: byId(''), assignedUserId: byId('') },
				empty,
				withBlocks(),
			),
			once(
				`Blocked Time > Create for ${whose}, kept otherwise`,
				'blockedTime.create',
				{ ...owner, ...BLOCKED_HOURS, fields: { title: 'Vacation' } },
				empty,
				({ method, ...request }) =>
					method === 'POST'
						? {
								id: 'block-1',
								title: 'Break',
								assignedUserId: 'alan',
								calendarId: 'cal-2',
								locationId: 'loc-2',
								...halfHourAt(15),
							}
						: withBlocks()({ method, ...request }),
			),
			twice(
				`Blocked Time > Create for ${whose} again`,
				'blockedTime.create',
				{ ...owner, ...BLOCKED_HOURS },
				empty,
				{ respond: withBlocks() },
			),
		]),
	]),
	once(
		'Blocked Time > Create for a calendar of another kind',
		'blockedTime.create',
		{ ...OF_CALENDAR, ...BLOCKED_HOURS },
		empty,
		withBlocks({ calendar: { id: 'cal-1', calendarType: 'round_robin' } }),
	),
	once(
		'Blocked Time > Create over six appointments',
		'blockedTime.create',
		{ ...OF_USER, startTime: timeAt(8), endTime: timeAt(18) },
		{
			appointments: [9, 10, 11, 12, 13, 14].map((hour) =>
				adasAppointment({
					id: `appt-${hour}`,
					assignedUserId: 'grace',
					title: `At ${hour}`,
					...halfHourAt(hour),
				}),
			),
		},
		withBlocks(),
	),
	once('Blocked Time > Delete', 'blockedTime.delete', BLOCK_ID, empty, withBlocks()),
	once(
		'Blocked Time > Delete of an appointment',
		'blockedTime.delete',
		{ blockedTimeId: 'appt-1' },
		undefined,
		withBlocks(),
	),
	once(
		'Blocked Time > Delete of one that is not there',
		'blockedTime.delete',
		BLOCK_ID,
		empty,
		({ method }) => (method === 'DELETE' ? failed(404, { message: 'Not found' }) : undefined),
	),
];

/** A change whose first response is lost while the platform cannot be read; the second time, it shows what became of it. */
const changesAfterLostResponse: Story[] = [
	...CHANGES,
	['Update Status to Canceled', 'updateStatus', { appointmentStatus: 'cancelled' }] as const,
].map(([name, operation, fields]) => ({
	title: `${name} again after a lost response, once the platform can be read`,
	platform: { reactions: [carriesOutAndIsLost] },
	runs: [
		{ operation, fields, before: (calendar) => cannotBeRead(calendar, true) },
		{ operation, fields, before: (calendar) => cannotBeRead(calendar, false) },
	],
}));

const rareCases: Story[] = forModelToo([
	...['stop', 'alternatives', 'nextFree'].map((whenTaken) =>
		once(
			`Book a slot that is refused, but listed as free, while appointments cannot be read (${whenTaken})`,
			'book',
			at(11, { whenTaken }),
			{ ...empty, ...notReadable, freeHours: [11, 12], reactions: [WITHOUT_WORDS] },
		),
	),
	once(
		'Book a slot that is taken, where an expression gives no way',
		'book',
		at(11, { whenTaken: '' }),
		{
			...empty,
			freeHours: [12],
			reactions: [TAKEN],
		},
	),
	once(
		'Book the next free slot, beside an appointment whose time has no offset',
		'book',
		at(11, NEXT_FREE),
		{
			appointments: [
				adasAppointment({ startTime: '2026-11-23 12:00', endTime: '2026-11-23 12:30' }),
			],
			freeHours: [12],
			reactions: [TAKEN],
		},
	),
	once(
		"Book one of two overlapping slots, in the contract's form",
		'book',
		at(9.25),
		contract({ freeHours: [9, 9.25] }),
	),
	once('Blocked Time > Create, which ends now', 'blockedTime.create', {
		...OF_USER,
		startTime: timeAt(-37),
		endTime: timeAt(-36),
	}),
	getFreeSlots(' at one time that pass no filter', {
		startDate: '2026-11-23T09:00',
		endDate: '2026-11-23T09:00',
		filters: { latestTime: '08:00' },
	}),
	getFreeSlots(' until now', { startDate: '2026-11-21', endDate: '2026-11-21T12:00' }),
]);

const MEANWHILE_CANCELED: Arranged = {
	reactions: [
		{ kind: 'carryOut', record: { title: 'Meanwhile' }, response: failed(400, { message: 'No' }) },
	],
};

const ofToday: Story[] = ['alternatives', 'nextFree'].map((whenTaken) =>
	once(
		`Book half an hour of today in a calendar of whole hours, of which some have begun, in the contract's form (${whenTaken})`,
		'book',
		at(-35, { whenTaken }),
		contract({ slotMinutes: 60, freeHours: [-37, -36, -34], reactions: [TAKEN] }),
	),
);

const moreRareCases: Story[] = [
	...forModelToo([
		once(
			"Book, and the calendar is not there, in the contract's form",
			'book',
			at(9),
			contract({
				freeHours: [9],
				reactions: [refuses(404, 'Not found')],
			}),
		),
		...['stop', 'done'].map((whenAlreadyCanceled) =>
			once(
				`Cancel of one that is canceled meanwhile (${whenAlreadyCanceled})`,
				'cancel',
				{ options: { whenAlreadyCanceled } },
				MEANWHILE_CANCELED,
			),
		),
		twice(
			'Cancel, which is not carried out, again',
			'cancel',
			{},
			{
				reactions: [carriesOut({ appointmentStatus: 'new' })],
			},
		),
		{
			title: "Cancel of one that came in with its contact, in the contract's form",
			platform: contract(),
			runs: [
				{
					operation: 'cancel',
					items: [
						{ appointmentId: 'appt-1', contactId: 'ada', calendarId: 'cal-1', title: 'Call' },
					],
				},
			],
		},
		{
			title: "Cancel beside another appointment that came in, in the contract's form",
			platform: contract(),
			runs: [{ operation: 'cancel', items: [{ appointmentId: 'appt-2', contactId: 'ben' }] }],
		},
	]),
	once(
		'Update Status to one that HighLevel writes in another way',
		'updateStatus',
		{ appointmentStatus: 'Pending' },
		{
			reactions: [carriesOut({ appointmentStatus: 'pending' })],
		},
	),
	once('Book for another contact than was meant, at times without an offset', 'book', at(10), {
		...empty,
		reactions: [
			carriesOut({ contactId: 'ben', startTime: '2026-11-23 11:00', endTime: '2026-11-23 11:30' }),
		],
	}),
	once(
		'Reschedule of one that cannot be read, without a calendar',
		'reschedule',
		at(11, { calendarId: byId('') }),
		notReadable,
	),
	once(
		'Reschedule of one that did not come, as one that came',
		'reschedule',
		at(11, { options: { appointmentStatus: 'showed' } }),
		{
			appointments: [adasAppointment({ appointmentStatus: 'noshow' })],
		},
	),
	once(
		'Reschedule that keeps the length of one whose end cannot be read',
		'reschedule',
		{ slotSource: 'startDuration', startTime: timeAt(11), duration: '' },
		{ appointments: [adasAppointment({ endTime: 'later' })] },
	),
	once(
		'Cancel of one that is gone, without further words',
		'cancel',
		{},
		{
			readFailure: failed(404, { message: 'Not found' }),
		},
	),
	once(
		'Get Free Slots of a calendar that does not say how long its slots are',
		'calendar.getFreeSlots',
		{ startDate: '2026-11-23', endDate: '2026-11-23' },
		undefined,
		({ path }) => (path === '/calendars/cal-1' ? { calendar: { id: 'cal-1' } } : undefined),
	),
	once('Reschedule of one that did not come, which is not carried out', 'reschedule', at(11), {
		appointments: [adasAppointment({ appointmentStatus: 'noshow' })],
		reactions: [carriesOut(halfHourAt(9))],
	}),
	once(
		"Book the next free half hour in a calendar of whole hours, in the contract's form",
		'book',
		at(9, NEXT_FREE),
		contract({
			slotMinutes: 60,
			freeHours: [10],
			reactions: [TAKEN],
		}),
	),
	once(
		'Blocked Time > Create over an appointment of which little is known',
		'blockedTime.create',
		{ ...OF_USER, ...BLOCKED_HOURS },
		empty,
		({ path }) =>
			path === '/calendars/events' ? { events: [{ title: 'Call', startTime: 'soon' }] } : undefined,
	),
];

export const STORIES: Story[] = [
	...booking,
	...oddFields,
	...forbidden,
	...takenSlots,
	...ownAppointments,
	...repeats,
	...changes,
	...ofContract,
	...canceledBefore,
	...moves,
	...reads,
	...freeSlots,
	...calendars,
	...changesAfterLostResponse,
	...rareCases,
	...moreRareCases,
	...ofToday,
];
