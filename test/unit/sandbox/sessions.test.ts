import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { advanceClock, MONDAY, send, type SendOptions } from './sandboxClient';
import { DESCRIPTIONS } from '../../../sandbox/http/contract';
import type { Sandbox } from '../../../sandbox/createSandbox';
import { profileOf } from '../../../sandbox/profile';
import type { Delivery } from '../../../sandbox/webhooks/deliveries';
import { expectSavedText, HOW_TO_SAVE } from '../../support/savedText';
import { useSandbox } from '../../support/useSandbox';
import { stopClockAt } from '../../support/clock';

stopClockAt(MONDAY);

/*
 * Each file of the folder is a session with the local platform: lines that begin with `>` are requests, those with `!`
 * calls of its control interface, and below each stands what the platform responds. So no status, field, text or order
 * changes unseen. To play more, write a line into a file, and save what is responded.
 *
 *     > POST /contacts/ (token pit-summit) (Version v3) {"locationId":"loc-summit"}
 *     ! setProfile {"duplicates":"allowed"}
 *     ! wait 60
 *     ! profile usual
 *
 * The last two let so many seconds pass, and show the switches of a profile.
 */

const FOLDER = join('test', 'unit', 'sandbox', 'sessions');

/** An ID or a token that is another one each time, and whose beginning stays. */
const RANDOM =
	/\b(?:([A-Za-z]+)-)?[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[\da-f]{4}-[\da-f]{12}\b|\b(at|rt|code)-[\w-]{32}/g;

/** Gives random IDs names that are the same each time, such as `notes-#1`, and finds the IDs again. */
class Names {
	private readonly nameOf = new Map<string, string>();
	private readonly counts = new Map<string, number>();

	hide(text: string): string {
		const named = text.replace(RANDOM, (id: string, record = 'id', kind = record) => {
			const known = this.nameOf.get(id);
			if (known) return known;
			const count = (this.counts.get(kind) ?? 0) + 1;
			this.counts.set(kind, count);
			this.nameOf.set(id, `${kind}-#${count}`);
			return `${kind}-#${count}`;
		});
		return named
			.replace(/refreshTokenId"?: ?"[\w-]{8}"/g, 'refreshTokenId: (the end of the token)')
			.replace(/"timestamp":"[^"]+"/g, '"timestamp":"(now)"')
			.replace(/\btrace-\d+/g, 'trace-#')
			.replace(/<time [^>]+>[\d:]+/g, '<time>(now)')
			.replace(/[\d.]+&nbsp;ms/g, '(some)&nbsp;ms')
			.replace(/^( +)[\w+/]{43}[\w+/=]{17}$/g, '$1(the key)');
	}

	show(text: string): string {
		const idOf = new Map([...this.nameOf].map(([id, name]) => [name, id]));
		return text.replace(/\b\w+-#\d+/g, (name) => idOf.get(name) ?? name);
	}
}

const isRecords = (value: unknown): value is unknown[] =>
	Array.isArray(value) && value.some((each) => typeof each === 'object');

/** A body with a line for each property, and for each record of a list. */
function linesOf(value: unknown, indent = '  '): string[] {
	if (isRecords(value)) return value.map((each) => `${indent}- ${JSON.stringify(each)}`);
	if (typeof value === 'string')
		return value
			.trimEnd()
			.split('\n')
			.map((line) => `${indent}${line}`);
	if (typeof value !== 'object' || value === null) return [`${indent}${String(value)}`];
	return Object.entries(value).flatMap(([name, each]) =>
		isRecords(each)
			? [`${indent}${name}:`, ...linesOf(each, `${indent}  `)]
			: [`${indent}${name}: ${JSON.stringify(each)}`],
	);
}

/** What a receiver gets, without when and how often. */
const asDelivered = ({ url, form, body }: Delivery) => ({
	to: `${url} (${form})`,
	...(JSON.parse(body) as object),
});

/** The request of a line. */
function readRequest(line: string): [request: string, options: SendOptions] {
	const [, request, brackets, , form, json] =
		/^> (\S+ \S+)((?: \([\w-]+ [^)]+\))*)( (form )?(\{.*))?$/.exec(line) ?? [];
	if (!request) throw new Error(`This is no request: ${line}`);
	const options: SendOptions = { headers: {} };
	for (const [, name, value] of brackets.matchAll(/\(([\w-]+) ([^)]+)\)/g)) {
		if (name === 'token') options.token = value;
		else options.headers![name] = value;
	}
	if (json) options[form ? 'form' : 'json'] = JSON.parse(json) as Record<string, string>;
	return [request, options];
}

const SHOWN_HEADERS = ['cache-control', 'link', 'location'];

const JSON_TYPE = 'application/json; charset=utf-8';

async function play(sandbox: Sandbox, line: string): Promise<string[]> {
	if (line.startsWith('! ')) {
		const [, name, argument] = /^! (\w+) ?(.*)$/.exec(line)!;
		if (name === 'wait') {
			advanceClock(Number(argument) * 1_000);
			return [];
		}
		if (name === 'profile') return linesOf(profileOf(argument as 'usual'));
		const call = sandbox[name as 'emit'] as (given?: unknown) => unknown;
		const result = await call(argument ? JSON.parse(argument) : undefined);
		if (name === 'setProfile' || result === undefined) return [];
		return linesOf(name === 'deliveries' ? sandbox.deliveries().map(asDelivered) : result);
	}
	const violations = sandbox.violations().length;
	const { status, headers, body } = await send(sandbox, ...readRequest(line));
	const found = sandbox.violations().slice(violations);
	const type = headers.get('content-type');
	return [
		...found.map(({ violations }) => `  (against the description: ${violations.join('; ')})`),
		[status, ...(type === JSON_TYPE ? [] : [type])].join(' ').trim(),
		...SHOWN_HEADERS.filter((name) => headers.has(name)).map(
			(name) => `  ${name}: ${headers.get(name)}`,
		),
		...(body === '' ? [] : linesOf(body)),
	];
}

/** Plays the requests and calls of a session, each with what is responded below it. */
async function playAll(sandbox: Sandbox, session: string): Promise<string> {
	const names = new Names();
	const lines: string[] = [];
	for (const line of session.split('\n')) {
		if (line.startsWith('#')) lines.push('', line);
		if (!/^[>!] /.test(line)) continue;
		const response = await play(sandbox, names.show(line));
		lines.push('', line, ...response.map((each) => names.hide(each)));
	}
	return `${lines.join('\n').trim()}\n`;
}

const sandbox = useSandbox({ mayViolate: true });

it.each(readdirSync(FOLDER))(
	`the local platform responds as ${FOLDER}/%s says (${HOW_TO_SAVE})`,
	async (file) => {
		const path = join(FOLDER, file);

		const played = await playAll(sandbox, readFileSync(path, 'utf8'));

		expectSavedText(played, path);
	},
);

it('each operation is played in a session', () => {
	const sessions = readdirSync(FOLDER).map((file) => readFileSync(join(FOLDER, file), 'utf8'));
	const requests = sessions.join('\n').match(/^> \S+ [^\s?]+/gm) ?? [];
	const described = Object.values(DESCRIPTIONS).flatMap(({ paths }) =>
		Object.entries(paths ?? {}).flatMap(([path, ofPath]) =>
			['get', 'post', 'put', 'delete']
				.filter((method) => method in ofPath!)
				.map((method) => `> ${method.toUpperCase()} ${path}`),
		),
	);

	const isPlayed = (operation: string) => {
		const pattern = new RegExp(`^${operation.replace(/\{\w+\}/g, '[^/]+')}$`);
		return requests.some((request) => pattern.test(request));
	};

	const unplayed = described.filter((operation) => !isPlayed(operation));
	expect(unplayed.map((one) => `Add a line '${one}' to a file of ${FOLDER}, and save`)).toEqual([]);
});
