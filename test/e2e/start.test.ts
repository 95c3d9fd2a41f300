/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- runs on a developer's machine, never inside n8n */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { N8nApi } from '../../runtime/api';
import { REPOSITORY } from '../../runtime/paths';

import { ProcessTree } from './processTree';

/** A start with everything installed takes under a minute on an idle machine. */
const START_MS = 240_000;
const OBSERVE_MS = 250;

interface Start {
	output: () => string;
	exit: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
	tree: ProcessTree;
	/** As a terminal sends Ctrl-C: to everything in the foreground. */
	pressCtrlC: () => void;
}

/** Runs `npm start` as a person does, in a process group of its own. */
function npmStart(...args: string[]): Start {
	const child = spawn('npm', ['start', ...args], {
		cwd: REPOSITORY,
		detached: true,
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let output = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.setEncoding('utf8').on('data', (text: string) => (output += text));
	}
	const tree = new ProcessTree(child.pid!);
	const exit = new Promise<Awaited<Start['exit']>>((resolve) => {
		child.once('close', (code, signal) => resolve({ code, signal }));
	});
	return { output: () => output, exit, tree, pressCtrlC: () => process.kill(-child.pid!, 'SIGINT') };
}

/** Looks at the processes of a start until `isOver` tells to stop. */
async function observeUntil(start: Start, isOver: () => boolean): Promise<void> {
	const deadline = Date.now() + START_MS;
	while (!isOver()) {
		if (Date.now() > deadline) throw new Error(`npm start takes too long:\n${start.output()}`);
		await start.tree.observe();
		await delay(OBSERVE_MS);
	}
}

async function observeToExit(start: Start) {
	let ended = false;
	const exit = start.exit.finally(() => (ended = true));
	await observeUntil(start, () => ended);
	return await exit;
}

/** The throw-away user folder, from the line with the log file. */
function userFolder(output: string): string {
	const logFile = /n8n log\s+(\S+)/.exec(output)?.[1];
	if (logFile === undefined) throw new Error(`No log file is named in:\n${output}`);
	return dirname(logFile);
}

async function expectNothingLeft(start: Start): Promise<void> {
	const commandLines = start.tree.commandLines().join('\n');
	// Else nothing would be proved by their absence.
	expect(commandLines).toContain('n8n/bin/n8n start');
	expect(commandLines).toContain('task-runner');
	expect(await start.tree.living()).toEqual([]);
	expect(existsSync(userFolder(start.output()))).toBe(false);
	const [editor] = /http:\/\/127\.0\.0\.1:\d+/.exec(start.output()) ?? [];
	await expect(fetch(editor!)).rejects.toThrow('fetch failed');
}

describe('npm start', () => {
	it(
		'-- --once shows the booked appointment, exits with 0 and leaves nothing running',
		async () => {
			const start = npmStart('--', '--once');
			const { code } = await observeToExit(start);
			const output = start.output();
			expect({ code, output }).toMatchObject({ code: 0 });
			expect(output).toContain('The appointment, read back from the platform:');
			expect(output).toMatch(/Status\s+confirmed/);
			expect(output).toMatch(/Title\s+Onboarding call with Noor/);
			expect(output).toMatch(/Starts\s+\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:00\+00:00/);
			await expectNothingLeft(start);
		},
		START_MS,
	);

	it(
		'stays up with the editor and its login until Ctrl-C, which leaves nothing running',
		async () => {
			const start = npmStart();
			await observeUntil(start, () => start.output().includes('Press Ctrl-C to stop'));
			const output = start.output();
			const read = (label: string) => new RegExp(`${label}\\s+(\\S+)`).exec(output)![1];
			const editor = read('Editor');
			expect(await (await fetch(`${editor}/`)).text()).toContain('<title>n8n');
			const api = new N8nApi(editor);
			await api.login({ email: read('Email'), password: read('Password') });
			expect(await api.listCommunityPackages()).toMatchObject([
				{ packageName: 'n8n-nodes-crm-platform', failedLoading: false },
			]);

			start.pressCtrlC();
			await observeToExit(start);
			expect(start.output()).toContain('Stopping …');
			await expectNothingLeft(start);
		},
		START_MS,
	);

	it('refuses what it does not know, with what it knows', async () => {
		const start = npmStart('--', '--twice');
		expect(await observeToExit(start)).toMatchObject({ code: 2 });
		expect(start.output()).toContain('npm start -- --once');
	}, 30_000);
});
