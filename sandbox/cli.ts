import { parseArgs } from 'node:util';
import { stringify } from 'yaml';

import { showHelp } from '../scripts/help.mjs';
import { createSandbox } from './createSandbox';
import { profileLike, type ProfileChoice } from './profile';
import { defaultSeed } from './seed';

const USAGE = `npm run sandbox                           a local platform until Ctrl-C, on port 4010
npm run sandbox -- --port 4020            on another port
npm run sandbox -- --profile highLevel    HighLevel's API; see sandbox/README.md for others
npm run sandbox -- --like report.json     as the account of a report of npm run check:account behaves

With n8n, credentials and examples: npm start -- --highLevel`;

/** A local platform until Ctrl-C. */
async function main(): Promise<void> {
	showHelp(USAGE);
	const options = {
		port: { type: 'string', default: '4010' },
		profile: { type: 'string', default: 'usual' },
		like: { type: 'string' },
	} as const;
	const { port, profile, like } = parseArgs({ options }).values;
	const named = (profile.startsWith('{') ? JSON.parse(profile) : profile) as ProfileChoice;
	const choice = like === undefined ? named : profileLike(like);
	const sandbox = await createSandbox({ port: Number(port), profile: choice });
	console.log(describe(sandbox.url, sandbox.publicKey().publicKeyPem));
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.once(signal, () => void sandbox.close().then(() => process.exit(0)));
	}
}

function describe(url: string, publicKey: string): string {
	const { app, locations, privateTokens } = defaultSeed;
	const calendars = defaultSeed.calendars.map(
		({ id, name, locationId }) => `${id} ${name} (${locationId})`,
	);
	const tokens = privateTokens.map(
		({ token, locationId }) => `${token} (${locationId ?? 'agency'})`,
	);
	return `The local platform is running. Everything in it is made up, its secrets are public.

The platform's page, platform URL, marketplace URL and knowledge base URL: ${url}
Control interface (POST, JSON): ${url}/__sandbox/<function>, see sandbox/README.md

${stringify({ app, tokens, locations, calendars, publicKey })}
Ctrl-C ends it.`;
}

main().catch((reason: unknown) => {
	console.error(reason instanceof Error ? reason.message : reason);
	process.exitCode = 1;
});
