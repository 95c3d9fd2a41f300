import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { act } from '../engine/platform/platform';
import { openBrowser, type OpenBrowser } from '../support/browser/browser';
import { byId } from '../support/e2e/platformParameters';
import { useSandbox } from '../support/useSandbox';

/* Emails of Message > Send as a program that renders HTML shows them. */

jest.setTimeout(60_000);

const sandbox = useSandbox({ profile: 'highLevel' });
let browser: OpenBrowser;

beforeAll(async () => {
	browser = await openBrowser();
});
afterAll(async () => await browser.close());

/** The HTML of the email that the platform got for a message. */
async function emailFor(message: string, more: INodeParameters = {}): Promise<string> {
	const parameters = { contactId: byId('contact-ada'), type: 'Email', subject: 'Hi', message };
	const { error } = await act(sandbox, 'message.send', { ...parameters, ...more });
	expect(error).toBeUndefined();
	const sent = sandbox
		.requests()
		.filter(({ method }) => method === 'POST')
		.at(-1);
	return (sent?.body as { html: string }).html;
}

/** What somebody reads of it. A blank that no program drops is a blank. */
async function read(html: string): Promise<string> {
	await browser.page.setContent(html);
	const shown = await browser.page.evaluate(() => document.body.innerText);
	return shown.replaceAll('\u00a0', ' ');
}

it.each([
	['line breaks', 'Hello Ada,\n\nsee you tomorrow.\nYours'],
	['angle brackets', 'See you <tomorrow> at 10, if 1 < 2 and 3 > 2.'],
	['a tag', '<b>Hello</b> <img src=x onerror=alert(1)> <!-- not a comment -->'],
	['what looks like an entity', 'Fish &amp; chips & &lt;peas&gt; &nbsp; &copy'],
	['quotation marks', `She said "yes", and 'no'.`],
	['several blanks', 'a  b   c    d'],
	['an indent', 'Bring:\n  a pen\n   a book\n a hat'],
	['the end of a script', '</script></body></html> still here'],
	['a URL with a query', 'https://example.com/?a=1&b=2&copy=3#x'],
	['other scripts', 'Καλημέρα, שלום, 👩‍👩‍👧 and ñ'],
])('shows %s as they were written', async (_, message) => {
	expect(await read(await emailFor(message))).toBe(message);
});

it.each([
	['\r\n', 'a\r\n\r\nb'],
	['\r', 'a\r\rb'],
	['\u2028', 'a\u2028\u2028b'],
])('shows the line break %j as one', async (_, message) => {
	expect(await read(await emailFor(message))).toBe('a\n\nb');
});

it('shows a tab as a gap', async () => {
	expect(await read(await emailFor('Price:\t10'))).toBe('Price:    10');
});

it('shows HTML as a page, where Format is HTML', async () => {
	const html = await emailFor('<p>Hello <b>Ada</b></p><p>Yours</p>', { format: 'html' });
	expect(await read(html)).toBe('Hello Ada\n\nYours');
});

interface ExampleNode extends IDataObject {
	name: string;
	parameters: IDataObject;
}

/** The texts of emails in an example, as they stand there. */
function emailsOf(example: string): ExampleNode[] {
	const file = join(__dirname, '../../examples', `${example}.json`);
	const { nodes } = JSON.parse(readFileSync(file, 'utf8')) as { nodes: ExampleNode[] };
	return nodes.filter(
		({ parameters }) => parameters.resource === 'message' && parameters.type === 'Email',
	);
}

it('shows the email of the example for a no-show with its paragraphs', async () => {
	const [{ parameters }] = emailsOf('no-show-gets-a-message');
	const html = await emailFor(String(parameters.message), {
		format: (parameters.format as string | undefined) ?? 'text',
	});
	expect(await read(html)).toBe(parameters.message);
});
