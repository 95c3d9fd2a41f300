/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on a developer's machine, never inside n8n */
import { once } from 'node:events';
import { createServer } from 'node:net';

import { freePorts, isPortFree } from '../../../runtime/ports';

describe('freePorts', () => {
	it('gives different ports below the range for outgoing connections', async () => {
		const ports = await freePorts(20);
		expect(new Set(ports).size).toBe(20);
		expect(ports.every((port) => port >= 20_000 && port < 30_000)).toBe(true);
	});

	it('tells a port that somebody listens on', async () => {
		const [port] = await freePorts(1);
		const server = createServer().listen(port, '127.0.0.1');
		await once(server, 'listening');
		expect(await isPortFree(port)).toBe(false);
		server.close();
		await once(server, 'close');
		expect(await isPortFree(port)).toBe(true);
	});
});
