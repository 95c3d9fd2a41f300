import { createServer } from 'node:http';
import type { IExecuteFunctions } from 'n8n-workflow';

import { act, bookingForAda, slotAt, tokenCredential } from './platform';
import { PlatformClient } from '../../../nodes/platformApi/client';
import type { Sandbox } from '../../../sandbox/createSandbox';
import { COMMAND_TIMED_OUT } from '../../../sandbox/http/faults';
import { contextOf } from '../../support/context';
import { FORMS } from '../../support/forms';
import { listen } from '../../support/listen';
import { useSandbox } from '../../support/useSandbox';

jest.setTimeout(30_000);

const postsTo = (sandbox: Sandbox) => sandbox.requests().filter(({ method }) => method === 'POST');

describe.each(FORMS)('$form', ({ profile }) => {
	const sandbox = useSandbox({ profile });

	const book = async () =>
		await act(sandbox, 'appointment.book', { ...bookingForAda, ...slotAt('10:00') });
	const count = () =>
		sandbox
			.requests()
			.filter(({ operationId }) => !/^get[-_](location|calendar)$/.test(String(operationId)))
			.length;

	describe("what n8n's request helper makes of", () => {
		it('429: a write waits as Retry-After says, then is sent again', async () => {
			sandbox.addFault({ method: 'POST', status: 429, headers: { 'retry-after': '1' } });
			const before = Date.now();
			expect((await book()).json[0]).toMatchObject({ booked: true });
			expect(Date.now() - before).toBeGreaterThanOrEqual(990);
			expect(count()).toBe(2);
		});

		it('a redirect: no write is carried to where it points', async () => {
			sandbox.addFault({
				method: 'POST',
				status: 307,
				headers: { location: `${sandbox.url}/elsewhere` },
			});
			const { error } = await book();
			expect(error?.message).toContain('responded with a redirect');
			expect(count()).toBe(1);
		});

		it('a lost connection and 5xx: a read is repeated', async () => {
			sandbox.addFault({ method: 'GET', drop: 'beforeProcessing' });
			sandbox.addFault({ method: 'GET', status: 503 });
			expect((await act(sandbox, 'calendar.getAll', {})).json).toHaveLength(2);
			expect(count()).toBe(3);
		});
	});

	it("an API request that writes is sent once, also after a gateway's 401 to what was carried out", async () => {
		sandbox.addFault({ ...COMMAND_TIMED_OUT, method: 'POST', times: 2 });
		const body = {
			calendarId: 'cal-onboarding',
			locationId: 'loc-harbor',
			contactId: 'contact-ada',
			...slotAt('10:00'),
		};

		const { error } = await act(sandbox, 'apiRequest.send', {
			method: 'POST',
			path: '/calendars/events/appointments',
			body: JSON.stringify(body),
		});

		expect(error?.message).toContain('Outcome unknown');
		expect(postsTo(sandbox)).toHaveLength(1);
	});

	it('items that fail go to the error output where there is one', async () => {
		const items = ['nowhere', 'cal-onboarding', ''].map((calendarId) => ({ calendarId }));
		const node = { onError: 'continueErrorOutput' } as const;
		const calendarId = '={{ $json.calendarId }}';
		const { outputs } = await act(sandbox, 'calendar.get', { calendarId }, { items, node });
		expect(outputs.map((output) => output.length)).toEqual([1, 2]);
	});

	it('secrets do not reach errors or items, also when the platform repeats them', async () => {
		const body = { message: 'Bearer pit-harbor may not do this' };
		sandbox.addFault({ status: 400, times: 'always', body });
		for (const onError of ['stopWorkflow', 'continueRegularOutput'] as const) {
			const { run, error, json } = await act(sandbox, 'calendar.getAll', {}, { node: { onError } });
			const text = JSON.stringify([run, error, error?.stack, error?.description, json]);
			expect(text).toContain('It gives no reason');
			expect(text).not.toMatch(/pit-harbor may|Bearer pit-harbor/);
		}
	});
});

describe("a booking is sent once, also after a gateway's 401 to what was carried out", () => {
	const timedOut = { ...COMMAND_TIMED_OUT, method: 'POST', times: 2 } as const;
	const book = async (sandbox: Sandbox) =>
		await act(sandbox, 'appointment.book', { ...bookingForAda, ...slotAt('10:00') });

	describe('contract', () => {
		const sandbox = useSandbox({ profile: 'usual' });

		it('whose outcome stays unknown, since the platform cannot be asked', async () => {
			sandbox.addFault(timedOut);

			const { error } = await book(sandbox);

			expect(error?.message).toContain('Outcome unknown');
			expect(postsTo(sandbox)).toHaveLength(1);
		});
	});

	describe('highLevel', () => {
		const sandbox = useSandbox({ profile: 'highLevel' });

		it('which is then found among the appointments', async () => {
			sandbox.addFault(timedOut);

			const { error, json } = await book(sandbox);

			expect(error).toBeUndefined();
			expect(json).toMatchObject([{ booked: true, appointmentId: expect.any(String) }]);
			expect(postsTo(sandbox)).toHaveLength(1);
		});
	});
});

/** A platform whose responses never end. @param piece is sent again and again */
async function endlessPlatform(piece: Buffer) {
	let open = 0;
	let received = 0;
	const server = await listen(
		createServer((_, response) => {
			open++;
			const send = () => {
				if (response.destroyed) return;
				received += piece.length;
				response.write(piece, () => setTimeout(send, 1));
			};
			send();
			response.once('close', () => open--);
		}),
	);
	const { context } = contextOf('execute', {
		type: 'platform',
		parameters: { authentication: 'accessToken' },
		credentials: tokenCredential({ url: server.url, form: () => 'contract' }),
	});
	const client = new PlatformClient(context as IExecuteFunctions, 'accessToken');
	return { client, server, openConnections: () => open, sentBytes: () => received };
}

const waitFor = async (condition: () => boolean) => {
	while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10));
};

it('a response that never ends is cut off when its time is over, and its connection is closed', async () => {
	const { client, server, openConnections } = await endlessPlatform(Buffer.from(' '));
	const outcome = await client
		.request({ method: 'GET', path: '/', withinMs: 300 })
		.catch(({ message }: Error) => message);
	expect(outcome).toContain('no response in time');
	await waitFor(() => openConnections() === 0);
	await server.close();
});

it('a response that is too large is not read on, and its connection is closed', async () => {
	const { client, server, openConnections, sentBytes } = await endlessPlatform(
		Buffer.alloc(4 * 1024 * 1024, 'x'),
	);
	const outcome = await client
		.request({ method: 'GET', path: '/' })
		.catch(({ message }: Error) => message);
	expect(outcome).toContain('it is too large');
	await waitFor(() => openConnections() === 0);
	expect(sentBytes()).toBeLessThan(3 * 32 * 1024 * 1024);
	await server.close();
});
