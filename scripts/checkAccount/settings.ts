import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

import { DIALECTS } from '../../nodes/platformApi/dialect';
import type { Form } from '../../sandbox/profile';

/** The account to try, as a person has entered it. */
export interface Settings {
	form: Form;
	/** Without a slash at the end. */
	platformUrl: string;
	accessToken: string;
	locationId: string;
	/** Empty for the first calendar that is listed. */
	calendarId: string;
	/** An email, a phone, or with the contract's form the ID of a contact; empty where the person left it out. */
	contact: string;
	mayWrite: boolean;
}

/** A question in the terminal. @param isHidden what is typed is not shown */
type Ask = (question: string, isHidden?: boolean) => Promise<string>;

async function askInTerminal(question: string, isHidden = false): Promise<string> {
	let isMuted = false;
	const output = new Writable({
		write(chunk: Buffer, _encoding, done) {
			if (!isMuted) process.stdout.write(chunk);
			done();
		},
	});
	const terminal = createInterface({ input: process.stdin, output, terminal: true });
	try {
		const answer = terminal.question(`${question}: `);
		isMuted = isHidden;
		return (await answer).trim();
	} finally {
		terminal.close();
		if (isHidden) process.stdout.write('\n');
	}
}

/** Without a terminal, nobody can be asked. @throws Error that names the variable to set */
const cannotAsk =
	(variable: string, byDefault: string | undefined): Ask =>
	async (question) => {
		if (byDefault === undefined)
			throw new Error(`${question}: set it in the environment as ${variable}. See --help.`);
		return await Promise.resolve(byDefault);
	};

/**
 * Reads the settings from the environment, and asks for the others.
 *
 * @throws Error that says what is wrong with a value, or which variable is missing where there is no terminal
 */
export async function readSettings(wantsToWrite: boolean, env = process.env): Promise<Settings> {
	const value = async (
		variable: string,
		question: string,
		byDefault?: string,
		isHidden = false,
	): Promise<string> => {
		const given = env[variable];
		if (given !== undefined) return given.trim();
		const ask = process.stdin.isTTY ? askInTerminal : cannotAsk(variable, byDefault);
		return (await ask(question, isHidden)) || (byDefault ?? '');
	};

	const form = await value('CRM_API', 'API, highLevel or contract (highLevel)', 'highLevel');
	if (form !== 'highLevel' && form !== 'contract')
		throw new Error(`The API is highLevel or contract, not '${form}'.`);
	const { platformUrl: usual } = DIALECTS[form];
	const typedUrl = await value(
		'CRM_PLATFORM_URL',
		usual ? `Address of the API (${usual})` : 'Address of the API',
		usual || undefined,
	);
	const platformUrl = (typedUrl || usual).replace(/\/+$/, '');
	if (!URL.canParse(platformUrl) || !/^https?:/.test(platformUrl))
		throw new Error(`The address of the API must begin with https://, not be '${platformUrl}'.`);
	const accessToken = await value(
		'CRM_TOKEN',
		'Private integration token (it is not shown)',
		undefined,
		true,
	);
	if (accessToken === '') throw new Error('Without a token, nothing can be read.');
	const locationId = await value('CRM_LOCATION', 'ID of the location');
	if (locationId === '') throw new Error('Without the ID of the location, nothing can be read.');
	const calendarId = await value('CRM_CALENDAR', 'ID of a calendar (the first one)', '');
	const whom =
		form === 'contract'
			? 'ID of a contact to book with --write (none)'
			: 'Email or phone of a contact to search for (none)';
	const contact = await value('CRM_CONTACT', whom, '');
	const mayWrite = wantsToWrite && (await agreesToWrite(value));
	return { form, platformUrl, accessToken, locationId, calendarId, contact, mayWrite };
}

async function agreesToWrite(
	value: (variable: string, question: string) => Promise<string>,
): Promise<boolean> {
	const question =
		'A contact, a note, a task, a tag and an appointment will be made in this location, and removed again. No message is sent. Type yes to go on';
	const answer = await value('CRM_WRITE', question);
	if (answer !== 'yes') console.log('Nothing will be written.');
	return answer === 'yes';
}
