import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const ROOT = join(__dirname, '../../..');

function startCli(...options: string[]) {
	const args = ['--import', 'tsx', 'sandbox/cli.ts', ...options];
	return spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
}

it('prints address and credentials, serves, and ends on Ctrl-C', async () => {
	const child = startCli('--port', '0', '--profile', '{"bodies":"bare"}');
	try {
		let text = '';
		child.stdout.setEncoding('utf8');
		while (!text.includes('Ctrl-C')) text += String((await once(child.stdout, 'data'))[0]);
		for (const shown of ['demo-client-secret', 'pit-harbor', 'cal-onboarding', 'PUBLIC KEY']) expect(text).toContain(shown);
		const url = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0] ?? '';
		expect((await fetch(`${url}/v1/use-cases`)).status).toBe(200);
		const profile = await fetch(`${url}/__sandbox/setProfile`, { method: 'POST', body: '{}' });
		expect(await profile.json()).toMatchObject({ bodies: 'bare', done: 'record' });
		const ended = once(child, 'exit');
		child.kill('SIGINT');
		expect(await ended).toEqual([0, null]);
	} finally {
		child.kill('SIGKILL');
	}
}, 20_000);

it.each([
	['--port', 'many', '--port must be a number'],
	['--profile', '{"weather":"fair"}', 'There is no switch weather'],
])('refuses %s %s', async (option, value, message) => {
	const child = startCli(option, value);
	let text = '';
	child.stderr.on('data', (chunk) => (text += String(chunk)));
	expect(await once(child, 'exit')).toEqual([1, null]);
	expect(text).toContain(message);
}, 20_000);
