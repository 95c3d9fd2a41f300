import type { IDataObject } from 'n8n-workflow';

import { stopClockAt } from '../../support/clock';
import { byId, expectRefused, onHighLevel, type Sent } from './nodeOnPlatform';

/* Fields of HighLevel's OpenAPI that are sent otherwise than they are entered. */

stopClockAt('2026-11-21T12:00:00Z');

const ADA = { id: 'ada', phone: '+12025550101', email: 'ada@example.com' };

/** Reads find the contact; writes name a message. */
const withContact = ({ method }: Sent) =>
	method === 'GET' ? { contact: ADA } : { messageId: 'm-1', conversationId: 'c-1' };

describe('a contact', () => {
	it.each([
		[true, 'active'],
		[false, 'inactive'],
	])('with Inbound Do Not Disturb %s has the status %s for all channels', async (on, status) => {
		const parameters = { contactId: byId('ada'), fields: { inboundDnd: on } };

		// A record has the settings of all channels, with more in each.
		const settings = { all: { status: 'inactive', message: '', code: '' } };
		const contact = { ...ADA, dndSettings: settings, inboundDndSettings: settings };

		const { writes, told } = await onHighLevel('contact.update', parameters, [{ contact }]);

		expect(writes[0].body).toEqual({ inboundDndSettings: { all: { status } } });
		expect(told).toBe('');
	});
});

describe('Message > Send', () => {
	const send = async (parameters: IDataObject) =>
		await onHighLevel(
			'message.send',
			{ contactId: byId('ada'), type: 'SMS', message: 'Hello', ...parameters },
			withContact,
		);

	it('sends the time of a later message in seconds', async () => {
		const fields = { scheduledTimestamp: '2026-11-22T10:00:00+00:00' };

		const { writes } = await send({ fields });

		expect(writes[0].body).toMatchObject({
			scheduledTimestamp: Date.parse('2026-11-22T10:00:00Z') / 1_000,
		});
	});

	it('refuses a time that has passed', async () => {
		expectRefused(
			await send({ fields: { scheduledTimestamp: '2026-11-21T11:59:00+00:00' } }),
			"'Send At' (2026-11-21T11:59:00+00:00) has passed",
		);
	});

	it.each([
		[{ emailReplyMode: 'reply_all' }, "'Reply Mode' is a field of emails, and 'Type' is SMS"],
		[{ threadId: 'thread-1' }, "'Thread ID' is a field of emails, and 'Type' is SMS"],
	])('refuses %j of an SMS', async (fields, message) => {
		expectRefused(await send({ fields }), message);
	});

	it('sends what belongs to an SMS, and through the provider that is named', async () => {
		const fields = {
			appointmentId: 'appt-1',
			fromNumber: '+12025550100',
			toNumber: '+12025550102',
			templateId: 'template-1',
			conversationProviderId: 'provider-1',
		};

		const { writes } = await send({ fields });

		expect(writes[0].body).toEqual({ type: 'SMS', contactId: 'ada', message: 'Hello', ...fields });
	});
});

describe('Message > Add Inbound Message', () => {
	const add = async (parameters: IDataObject) =>
		await onHighLevel(
			'message.addInbound',
			{ contactId: byId('ada'), type: 'SMS', message: 'Hello', ...parameters },
			withContact,
		);

	it.each(['SMS', 'Email'])('takes an entry of the type %s without a provider', async (type) => {
		const { writes } = await add({ type });

		expect(writes[0].body).toEqual({ type, contactId: 'ada', message: 'Hello' });
	});

	it.each(['Custom', 'WhatsApp', 'Call'])('asks for the provider of the type %s', async (type) => {
		expectRefused(await add({ type }), "'Conversation Provider ID' is empty");
	});

	it('sends a call with its numbers and its status, and without a text', async () => {
		const fields = { callFrom: '+12025550101', callTo: '+12025550100', callStatus: 'no-answer' };

		const { writes } = await add({
			type: 'Call',
			message: '',
			conversationProviderId: 'provider-1',
			fields,
		});

		expect(writes[0].body).toEqual({
			type: 'Call',
			contactId: 'ada',
			conversationProviderId: 'provider-1',
			call: { from: '+12025550101', to: '+12025550100', status: 'no-answer' },
		});
	});

	it('refuses a call without a number, a text that is none, and a number of no call', async () => {
		const provider = { conversationProviderId: 'provider-1' };
		expectRefused(
			await add({ type: 'Call', message: '', ...provider }),
			"'Call From', 'Call To' and 'Call Status' are empty",
		);
		expectRefused(await add({ message: '' }), "'Message' is empty");
		expectRefused(
			await add({ fields: { callTo: '+12025550101' } }),
			"A field of calls is filled in, and 'Type' is SMS",
		);
	});

	it.each(['IVR_Call', 'Campaign_Call', 'Campaign_VoiceMail'])(
		'sends an entry of the type %s with its number, and without a text',
		async (type) => {
			const { writes } = await add({
				type,
				message: '',
				conversationProviderId: 'provider-1',
				fields: { callFrom: '+12025550101' },
			});

			expect(writes).toMatchObject([{ body: { type, call: { from: '+12025550101' } } }]);
		},
	);
});

describe('Message > Update Status', () => {
	const update = async (fields: IDataObject) =>
		await onHighLevel('message.updateStatus', { messageId: 'm-1', status: 'failed', fields }, [
			{ messageId: 'm-1', conversationId: 'c-1', status: 'failed' },
		]);

	it('sends an error with its code, type and text, and the recipients', async () => {
		const fields = {
			errorCode: '21610',
			errorType: 'saas',
			errorMessage: 'Unsubscribed',
			recipients: 'ben@example.com',
		};

		const { writes, told } = await update(fields);

		expect(writes[0].body).toEqual({
			status: 'failed',
			error: { code: '21610', type: 'saas', message: 'Unsubscribed' },
			recipients: ['ben@example.com'],
		});
		expect(told).toBe('');
	});

	it.each([
		{ errorMessage: 'Unsubscribed' },
		{ errorCode: '21610', errorMessage: 'Unsubscribed' },
		{ errorCode: '21610', errorType: 'saas' },
	])('refuses an error of which HighLevel would miss a part: %j', async (fields) => {
		expectRefused(
			await update(fields),
			"'Error Code', 'Error Message' and 'Error Type' are not all filled in",
		);
	});
});

it('Message > Get Many asks for the chosen types, as one text', async () => {
	const parameters = {
		messagesOf: 'conversation',
		conversationId: 'c-1',
		filters: { type: ['TYPE_SMS', 'TYPE_CALL'] },
	};

	const { sent } = await onHighLevel('message.getAll', parameters, () => ({ messages: [] }));

	expect(sent[0]).toMatchObject({
		path: '/conversations/c-1/messages',
		qs: { type: 'TYPE_SMS,TYPE_CALL' },
	});
});

describe('Conversation > Get Many', () => {
	const list = async (filters: IDataObject) =>
		await onHighLevel('conversation.getAll', { filters }, () => ({ conversations: [] }));

	it('sends days as the milliseconds of their begin and their end, and names as they are', async () => {
		const { sent } = await list({
			startDate: '2026-11-01',
			endDate: '2026-11-30',
			assignedTo: byId('unassigned'),
			lastMessageType: 'TYPE_EMAIL',
			status: 'recents',
		});

		expect(sent[0].qs).toMatchObject({
			startDate: Date.parse('2026-11-01T00:00:00Z'),
			endDate: Date.parse('2026-11-30T23:59:59.999Z'),
			assignedTo: 'unassigned',
			lastMessageType: 'TYPE_EMAIL',
			status: 'recents',
		});
	});

	it('refuses days the wrong way round', async () => {
		expectRefused(
			await list({ startDate: '2026-11-30', endDate: '2026-11-01' }),
			"'Created From' is after 'Created To'",
		);
	});
});

it('Opportunity > Update Status sends the status and the lost reason where HighLevel documents them', async () => {
	const parameters = {
		opportunityId: 'deal-1',
		status: 'lost',
		fields: { lostReasonId: byId('reason-1') },
	};
	const respond = ({ method }: Sent) =>
		method === 'GET' ? { lostReasons: [] } : { succeded: true };

	const { json, writes } = await onHighLevel('opportunity.updateStatus', parameters, respond);

	expect(writes).toMatchObject([
		{
			method: 'PUT',
			path: '/opportunities/deal-1/status',
			body: { status: 'lost', lostReasonId: 'reason-1' },
		},
	]);
	expect(json).toMatchObject([{ success: true, opportunityId: 'deal-1', status: 'lost' }]);
});

describe('the place of a meeting', () => {
	const update = async (fields: IDataObject) => {
		const record = { id: 'appt-1', appointmentStatus: 'confirmed', calendarId: 'cal-1' };
		const times = {
			startTime: '2026-11-23T14:00:00+00:00',
			endTime: '2026-11-23T14:30:00+00:00',
		};
		return await onHighLevel(
			'appointment.update',
			{ appointmentId: byId('appt-1'), fields },
			() => ({
				...record,
				...times,
				event: { ...record, ...times },
			}),
		);
	};

	it.each([
		[{ meetingLocationId: 'custom_0' }, false],
		[{ meetingLocationType: 'zoom' }, true],
	])('%j is sent with whether it overrides that of the calendar', async (fields, overrides) => {
		const { writes } = await update(fields);

		expect(writes[0].body).toMatchObject({ ...fields, overrideLocationConfig: overrides });
	});

	it('is refused with both, since HighLevel documents each alone', async () => {
		expectRefused(
			await update({ meetingLocationId: 'custom_0', meetingLocationType: 'zoom' }),
			"'Meeting Place ID' and 'Meeting Place Type' are both filled in",
		);
	});
});

it('Appointment > Get Many lists those of a group of calendars', async () => {
	const parameters = {
		appointmentsOf: 'group',
		groupId: 'group-1',
		startDate: '2026-11-23',
		endDate: '2026-11-24',
	};

	const { sent } = await onHighLevel('appointment.getAll', parameters, () => ({ events: [] }));

	const [{ path, qs }] = sent.filter((request) => request.path === '/calendars/events');
	expect({ path, qs }).toMatchObject({ path: '/calendars/events', qs: { groupId: 'group-1' } });
	expect(qs).not.toHaveProperty('userId', expect.anything());
});

describe('blocked times of a calendar', () => {
	const OF_CALENDAR = {
		blockedFor: 'calendar',
		calendarId: byId('cal-1'),
		startTime: '2026-11-23T14:00:00Z',
		endTime: '2026-11-23T15:00:00Z',
	};

	it('are listed by the calendar', async () => {
		const { sent } = await onHighLevel('blockedTime.getAll', OF_CALENDAR, () => ({ events: [] }));

		expect(sent.slice(-1)).toMatchObject([
			{ path: '/calendars/blocked-slots', qs: { calendarId: 'cal-1', locationId: 'loc-1' } },
		]);
	});

	it('are moved with the calendar, once its kind and the standing appointments are read', async () => {
		const respond = ({ method, path }: Sent) => {
			if (method === 'PUT') return { id: 'block-1', calendarId: 'cal-1' };
			return path === '/calendars/events'
				? { events: [] }
				: { calendar: { id: 'cal-1', calendarType: 'event' } };
		};
		const parameters = { blockedTimeId: 'block-1', ...OF_CALENDAR };

		const { writes } = await onHighLevel('blockedTime.update', parameters, respond);

		expect(writes).toMatchObject([{ body: { calendarId: 'cal-1', locationId: 'loc-1' } }]);
		expect(writes[0].body).not.toHaveProperty('blockedFor');
	});
});
