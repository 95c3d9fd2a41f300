import { request } from 'node:http';
import { FORMS } from '../../support/forms';
import { deliver, event, gate, key, pause, settled, start, useReceivers } from './deliveries';

describe.each(FORMS)('$form', (form) => {
	useReceivers(form);

	/** So many wait for n8n, of which it starts so many at once. */
	const WAITING = 100;
	const STARTING = 20;

	it('answers what starts nothing at once, however many deliveries wait for n8n to start them', async () => {
		const { open, pass } = gate();
		const receiver = await start();
		const { url, executions, options, held } = receiver;
		const finished = event(-1);
		await deliver(url, finished);
		await settled();
		options.start = pass;
		const slow = Array.from({ length: WAITING }, async (_, n) => await deliver(url, event(n)));
		while (held() < WAITING) await pause(5);
		expect((await deliver(url, event(WAITING))).status).toBe(429);
		// None of the others is started before `open`, so a delivery that waited for them would not be answered.
		const quick = Array.from({ length: 10 }, async () => [
			(await deliver(url, { ...event(0), type: 'ContactDelete' })).text,
			(await deliver(url, { type: 'TaskCreate' })).text,
			(await deliver(url, finished)).text,
		]);
		expect(await Promise.all(quick)).toEqual(Array(10).fill(['Not selected', 'Not selected', 'Already processed']));
		// A repeat of what is in hand finds no room to wait.
		expect((await deliver(url, event(0))).status).toBe(429);
		open();
		await Promise.all(slow);
		await settled();
		expect(executions).toHaveLength(1 + WAITING);
	});

	it('starts what got no turn when it comes again, since its sender hung up', async () => {
		const { open, pass } = gate();
		const { url, executions, logs, held } = await start({ start: pass });
		const slow = Array.from({ length: STARTING }, async (_, n) => await deliver(url, event(n)));
		while (held() < STARTING) await pause(5);
		const body = JSON.stringify(event(STARTING));
		const outgoing = request(url, { method: 'POST', headers: { 'x-platform-signature': key.sign(body) } });
		outgoing.on('error', () => {});
		outgoing.end(body);
		await pause(200);
		outgoing.destroy();
		while (held() > STARTING) await pause(5);
		expect(logs).toEqual([expect.stringMatching(/The sender closed the connection before .* n8n starts executions too slowly/)]);
		expect(logs.join()).not.toContain('N8N_CONCURRENCY_PRODUCTION_LIMIT');
		const again = deliver(url, event(STARTING));
		open();
		expect((await again).text).toBe('Workflow started');
		await Promise.all(slow);
		await settled();
		expect(executions).toHaveLength(STARTING + 1);
	});
});
