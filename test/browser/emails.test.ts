import { htmlOf } from '../../nodes/Platform/resources/emailText';
import { readExample } from '../../runtime/examples';
import { openBrowser, type OpenBrowser } from '../support/browser/browser';

/* Emails of Message > Send as a program that renders HTML shows them. What is sent: test/unit/platform/messages.test.ts. */

jest.setTimeout(60_000);

let browser: OpenBrowser;

beforeAll(async () => {
	browser = await openBrowser();
});
afterAll(async () => await browser.close());

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
	expect(await read(htmlOf(message))).toBe(message);
});

it.each([
	['\r\n', 'a\r\n\r\nb'],
	['\r', 'a\r\rb'],
	['\u2028', 'a\u2028\u2028b'],
])('shows the line break %j as one', async (_, message) => {
	expect(await read(htmlOf(message))).toBe('a\n\nb');
});

it('shows a tab as a gap', async () => {
	expect(await read(htmlOf('Price:\t10'))).toBe('Price:    10');
});

it('shows the email of the example for a no-show with its paragraphs', async () => {
	const { nodes } = await readExample('no-show-gets-a-message.json');
	const email = nodes.find(
		({ parameters }) => parameters.resource === 'message' && parameters.type === 'Email',
	)!;
	const { message, format } = email.parameters;
	expect(format ?? 'text').toBe('text');
	expect(await read(htmlOf(String(message)))).toBe(message);
});
