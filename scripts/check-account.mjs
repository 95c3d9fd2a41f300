/**
 * `npm run check:account`: tries the nodes with somebody's own account, in n8n's engine, without an n8n server.
 *
 * Plain JavaScript without dependencies: on a fresh clone nothing is installed when it starts.
 */
import { createRequire } from 'node:module';

import { showHelp } from './help.mjs';
import { installDependencies } from './setup.mjs';

const USAGE = `npm run check:account              reads only; asks for what it needs
npm run check:account -- --write   also books, moves and cancels an appointment that it makes, and removes all of it
npm run check:account -- --report other.json   where to write the report (crm-account-report.json)
npm run check:account -- --made other.json     where it notes what it has made, until that is removed (.runtime/account-check.json)

What it asks for can stand in the environment instead; a token is never an argument, since others can see those:
  CRM_API           highLevel or contract
  CRM_PLATFORM_URL  the address of the platform's API; empty for HighLevel
  CRM_TOKEN         a private integration token of one location
  CRM_LOCATION      the ID of that location
  CRM_CALENDAR      the ID of a calendar; empty for the first that is listed
  CRM_CONTACT       an email or phone to search for; empty to leave that out (with the Platform API and --write: a contact's ID)
  CRM_WRITE         yes, in place of the question that --write asks

It reads the location, its calendars, free slots, appointments, users, pipelines, workflows, tags and custom fields,
and searches for the contact that you name.
With --write, and only after a yes, it also makes a contact at example.com whose name begins with "Account check", a
note, a task and a tag of it, and an appointment some weeks ahead. It sends no message. It removes what it made, also
after Ctrl-C; what it could not remove is named, and the next run removes it.
The report holds the shapes of responses: names of fields, types, statuses, names of headers and the nodes' own
texts. It holds no value, name, ID, address or token. Read it before you send it to anybody.`;

showHelp(USAGE);
try {
	await installDependencies();
	// The rest is TypeScript; what runs it has just been installed.
	process.env.N8N_LOG_LEVEL ??= 'silent';
	const require = createRequire(import.meta.url);
	require('tsx/cjs');
	const { main } = require('./checkAccount/main.ts');
	process.exit(await main());
} catch (error) {
	console.error(`\n${error.message}`);
	process.exit(1);
}
