import path from 'node:path';
import { parseArgs } from 'node:util';

import { Account } from './account';
import { Leftovers } from './leftovers';
import { readAccount } from './reading';
import { makeReport, writeReport, type Report } from './report';
import { readSettings, type Settings } from './settings';
import { Progress } from './steps';
import { Writing } from './writing';

const RUNTIME = path.join(__dirname, '..', '..', '.runtime');

interface Check {
	settings: Settings;
	/** Where the record of what was made stands. */
	leftoversFile: string;
	print: (text: string) => void;
	/** Aborted by Ctrl-C: nothing new is made then. */
	signal: AbortSignal;
}

/** Tries an account. Throws nothing for what the platform does: each step says how it ended. */
export async function checkAccount({
	settings,
	leftoversFile,
	print,
	signal,
}: Check): Promise<Report> {
	const account = new Account(settings);
	const progress = new Progress(print);
	const leftovers = new Leftovers(leftoversFile, settings.locationId);
	const writing = new Writing(account, progress, leftovers, signal);
	try {
		for (const { kind, id, of } of leftovers.all())
			print(
				`  An earlier run has left the ${kind} ${id || `of ${of ?? 'its contact'}`}; it is removed now.`,
			);
		await writing.removeAll();
		const found = await readAccount(account, progress);
		if (!settings.mayWrite)
			progress.add('Booking, moving and canceling', 'not tried', 'Add --write for that.');
		else if (found && !signal.aborted) await writing.run(found);
	} catch (error) {
		progress.add('The rest', 'not tried', (error as Error).message);
	} finally {
		await writing.removeAll();
		account.log.close();
	}
	return makeReport(account, progress, writing.duplicates);
}

/** @returns the exit code: 0 where all that was tried works, 1 where something does not, 2 for wrong arguments */
export async function main(): Promise<number> {
	const { values } = parseArgs({
		options: {
			write: { type: 'boolean', default: false },
			report: { type: 'string', default: 'crm-account-report.json' },
			made: { type: 'string', default: path.join(RUNTIME, 'account-check.json') },
		},
	});
	const interrupt = new AbortController();
	const onSignal = () => {
		console.log('\nStopping. What was made is removed first …');
		interrupt.abort();
	};
	process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
	const settings = await readSettings(values.write);
	const began = Date.now();
	console.log(`\nTrying the account at ${settings.platformUrl}:`);
	const report = await checkAccount({
		settings,
		leftoversFile: values.made,
		print: console.log,
		signal: interrupt.signal,
	});
	writeReport(values.report, report);
	const wrong = report.steps.filter(
		({ verdict }) => verdict === 'does not work' || verdict === 'differs',
	);
	const seconds = ((Date.now() - began) / 1000).toFixed(0);
	console.log(
		wrong.length === 0
			? `\nThe nodes work with this account, as far as it was tried (${seconds} s).`
			: `\n${wrong.length} of ${report.steps.length} steps differ or do not work (${seconds} s).`,
	);
	console.log(
		`The report is ${path.resolve(values.report)}. Read it, then attach it to an issue: it tells us what nobody here can see.`,
	);
	return wrong.length === 0 ? 0 : 1;
}
