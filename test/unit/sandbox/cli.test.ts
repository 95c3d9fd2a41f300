import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const ROOT = join(__dirname, '..', '..', '..');

it('`npm run sandbox` says where it is and which tokens it has, until it is ended', async () => {
	const args = ['--port', '0', '--profile', 'highLevel'];
	const tsx = join(ROOT, 'node_modules', 'tsx', 'dist', 'cli.mjs');
	const sandbox = spawn(process.execPath, [tsx, 'sandbox/cli.ts', ...args], { cwd: ROOT });
	let output = '';
	for await (const chunk of sandbox.stdout) {
		output += String(chunk);
		if (output.includes('Ctrl-C ends it.')) break;
	}
	const [, url] = /knowledge base URL: (\S+)/.exec(output) ?? [];
	const form = (await (await fetch(`${url}/__sandbox/form`)).json()) as string;
	sandbox.kill('SIGTERM');
	const [code] = (await once(sandbox, 'exit')) as [number];

	expect(form).toBe('highLevel');
	expect(output).toContain('pit-harbor (loc-harbor)');
	expect(output).toContain('pit-agency (agency)');
	expect(output).toContain('cal-onboarding Onboarding call (loc-harbor)');
	expect(code).toBe(0);
}, 30_000);
