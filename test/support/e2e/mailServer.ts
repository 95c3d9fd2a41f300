import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

import type { N8nApi } from '../../../runtime/api';

/**
 * A mail server (SMTP) on this machine that takes every message, with the credential that the examples name. Left
 * open, it does not keep the test run from ending.
 */
export async function mailServer(api: N8nApi) {
	/** Without the marks of their encoding, quoted-printable. */
	const messages: string[] = [];
	const server = createServer((socket) => {
		const say = (line: string) => socket.write(`${line}\r\n`);
		let received = '';
		let isMessage = false;
		socket.on('data', (chunk) => {
			received += chunk.toString();
			for (;;) {
				const end = received.indexOf(isMessage ? '\r\n.\r\n' : '\r\n');
				if (end === -1) return;
				const text = received.slice(0, end);
				received = received.slice(end + (isMessage ? 5 : 2));
				if (isMessage) messages.push(text.replace(/=\r\n/g, '').replaceAll('=3D', '='));
				isMessage = !isMessage && /^DATA$/i.test(text);
				say(isMessage ? '354 Go on' : '250 OK');
			}
		});
		socket.on('error', () => {});
		say('220 ready');
	});
	server.listen(0, '127.0.0.1').unref();
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	const data = {
		user: '',
		password: '',
		host: '127.0.0.1',
		port,
		secure: false,
		disableStartTls: true,
	};
	await api.createCredential({ name: 'SMTP account', type: 'smtp', data });
	return { messages };
}
