import { parseArgs } from 'node:util';

import { createSandbox } from './createSandbox';
import type { ProfileChoice } from './profile';
import { DEMO_CLIENT_ID, DEMO_CLIENT_SECRET, defaultSeed } from './seed';

/** `npm run sandbox -- --port 4010 --profile contrary`: a local platform until Ctrl-C. */
async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			port: { type: 'string', default: '4010' },
			profile: { type: 'string', default: 'usual' },
		},
	});
	const { port, profile } = values;
	const choice = (profile.startsWith('{') ? JSON.parse(profile) : profile) as ProfileChoice;
	const sandbox = await createSandbox({ port: Number(port), profile: choice });
	console.log(describe(sandbox.url, sandbox.control.publicKey().publicKeyPem));
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.once(signal, () => void sandbox.close().then(() => process.exit(0)));
	}
}

function describe(url: string, publicKeyPem: string): string {
	const { calendars, locations, privateTokens } = defaultSeed;
	return `The local platform is running. Everything in it is made up, its secrets are public.

The platform's page, platform URL, marketplace URL and knowledge base URL: ${url}
Control interface (POST, JSON): ${url}/__sandbox/<function>, see sandbox/README.md

OAuth client id:      ${DEMO_CLIENT_ID}
OAuth client secret:  ${DEMO_CLIENT_SECRET}
Private integration tokens:
${list(privateTokens.map(({ token, locationId }) => `${token} (${locationId})`))}
Locations:
${list(locations.map(({ id, name }) => `${id} ${name}`))}
Calendars:
${list(calendars.map(({ id, name, locationId }) => `${id} ${name} (${locationId})`))}
Public key of the webhook signature:
${publicKeyPem}
Ctrl-C ends it.`;
}

const list = (lines: string[]) => lines.map((line) => `  ${line}`).join('\n');

main().catch((reason: unknown) => {
	console.error(reason instanceof Error ? reason.message : reason);
	process.exitCode = 1;
});
