import { cpuUsage } from 'node:process';

import { node } from '../platformApi/fakePlatform';
import { readAddress, pathSegment } from '../../../nodes/http/address';
import { confirmsWrite, isRefusal, isPageOrCutJson, nextPageOf } from '../../../nodes/http/body';
import { waitAskedBy } from '../../../nodes/http/requestError';
import { headerFault } from '../../../nodes/http/header';
import { gaveUp, namesNoAddress, readFailure, textKindOf } from '../../../nodes/http/readFailure';
import { responseTextOf } from '../../../nodes/http/responseText';
import { holdsSecret } from '../../../nodes/http/secrets';
import { bareToken } from '../../../nodes/platformApi/credential';
import { DIALECTS } from '../../../nodes/platformApi/dialect';
import { missingRecord, recordsIn } from '../../../nodes/platformApi/missingRecord';
import {
	concernsToken,
	readTokenFailure,
	speaksOfToken,
} from '../../../nodes/platformApi/readTokenFailure';
import { isSameUrl } from '../../../nodes/platformApi/webhooks';

const SECRETS = ['pit-0f3c9a71-22bd-4c1e-9d0a-7be1f00dcafe'];
const api = {
	name: 'The platform',
	url: 'https://api.example.com',
	urlField: 'Platform URL',
	sendFewer: '',
	secrets: SECRETS,
};

const PIECES = [
	...['a', ' ', '/', '\\', '<', '[', '{"a":', '%25', '&#', '\\u', '_', '-', '.', ',', ';', '\n'],
	...['not found ', 'route ', 'no location ', 'token ', 'credential ', 'Bearer ', 'contact '],
];

/** What each reader does with a text of another server, or of a model. */
const READERS: Array<[string, (text: string) => unknown]> = [
	['readAddress', (text) => readAddress(node, `https://a/${text}b`, 'URL', 'API')],
	['pathSegment', (text) => pathSegment(text)],
	['confirmsWrite', (text) => confirmsWrite({ message: text, status: text })],
	['isRefusal', (text) => isRefusal({ message: text })],
	['isPageOrCutJson', (text) => isPageOrCutJson(text)],
	['nextPageOf', (text) => nextPageOf({ next: text }, `${text}; rel="next"`, 1)],
	['waitAskedBy', (text) => waitAskedBy({ response: { headers: { 'retry-after': text } } })],
	['headerFault', (text) => headerFault(text, text, 'Name', 'Value')],
	['gaveUp', (text) => gaveUp(400, text.slice(0, 500))],
	['namesNoAddress', (text) => namesNoAddress(text.slice(0, 500))],
	['textKindOf', (text) => textKindOf(text, 400)],
	['responseTextOf', (text) => responseTextOf({ response: { data: { message: text } } }, SECRETS)],
	['holdsSecret', (text) => holdsSecret(text, SECRETS)],
	[
		'readFailure',
		(text) =>
			readFailure({
				error: {
					response: { status: 302, data: text, headers: { location: `/${text}b` } },
				},
				api,
				isWrite: false,
				path: `/${encodeURI(text.slice(0, 2_000))}`,
			}),
	],
	['bareToken', (text) => bareToken(text)],
	['versionOf', (text) => DIALECTS.highLevel.versionOf(text, '')],
	['recordsIn', (text) => recordsIn({ path: `/contacts/${text}` })],
	['missingRecord', (text) => missingRecord(400, text.slice(0, 500), [])],
	['readTokenFailure', (text) => readTokenFailure({ code: 'EAUTH', body: text }, SECRETS)],
	['speaksOfToken', (text) => speaksOfToken(text.slice(0, 500))],
	['concernsToken', (text) => concernsToken({ response: { data: { message: text } } }, true)],
	['isSameUrl', (text) => isSameUrl(`https://a/${text}b`, text)],
];

/** Milliseconds of processor time, which do not depend on what else the machine does. */
function processorTimeOf(run: () => unknown): number {
	const before = cpuUsage();
	try {
		run();
	} catch {
		// A refusal is an answer, too.
	}
	const { user, system } = cpuUsage(before);
	return (user + system) / 1_000;
}

it.each(READERS)('%s reads 100,000 characters of any repetition in no time', (_, read) => {
	const slow = PIECES.filter((piece) => {
		const text = piece.repeat(Math.ceil(100_000 / piece.length));
		const times = [0, 1].map(() => processorTimeOf(() => read(text)));
		return Math.min(...times) > 20;
	});
	expect(slow).toEqual([]);
});
