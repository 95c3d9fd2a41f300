import { createHash } from 'node:crypto';
import { runInNewContext } from 'node:vm';

import { SCRIPT, STYLE } from '../../../nodes/bookingPage/assets';
import { calendarsOf, donePage } from '../../../nodes/bookingPage/donePage';
import {
	askPage,
	cancelPage,
	confirmPage,
	messagePage,
	type Page,
	unknownPage,
} from '../../../nodes/bookingPage/pages';
import { html } from '../../../nodes/bookingPage/view';
import { LANGUAGES } from '../../../nodes/bookingPage/words';
import { choosing, SLOTS, viewOf } from './pages';

it('what is filled in is escaped, and nothing twice', () => {
	const inner = html`<b title="${'"\'&<>'}">${1}</b>`;
	expect(html`${inner}${[inner]}${undefined}${false}${0}`.text).toBe(
		`${'<b title="&quot;&#39;&amp;&lt;&gt;">1</b>'.repeat(2)}0`,
	);
});

/** The markup alone: tags with the names of their attributes. */
const markupOf = ({ html: page }: Page) =>
	(page.match(/<[^>]*>/g) ?? []).map((tag) => tag.replace(/"[^"]*"/g, ''));

function pagesWith(text: string): Page[] {
	const names = ['calendarName', 'title', 'heading', 'explanation', 'businessName'];
	const offer = Object.fromEntries(
		[...names, 'messageAfter', 'host', 'place'].map((name) => [name, name + text]),
	);
	const view = viewOf(offer, { token: text, wait: text, asksZone: true, usableUntil: 0 });
	const moved = { outcome: 'move', slot: SLOTS[0] } as const;
	return [
		choosing({ notice: 'taken', nearest: SLOTS, kept: SLOTS[0], day: text }, view),
		confirmPage(view, 'move', SLOTS[0], SLOTS[1]),
		askPage(view, SLOTS[0], ['confirm', 'move', 'cancel']),
		cancelPage(view, SLOTS[0]),
		donePage(view, moved, calendarsOf(view, moved, text), SLOTS[1]),
		messagePage(view, 'failed', text),
		unknownPage(view, 'book', SLOTS[0]),
	];
}

it.each([
	...['</title><script>alert(1)</script>', '"><img src=x onerror=alert(1)>', "' onload='x"],
	...['<!--', ']]>', '\0\ud800'],
])('the text %j of a workflow leaves the markup of every page as it is', (text) => {
	expect(pagesWith(text).map(markupOf)).toEqual(pagesWith('x').map(markupOf));
});

describe('the headers', () => {
	it('let in nothing but what the page itself holds', () => {
		const { headers, html: page } = choosing();
		const policy = headers['Content-Security-Policy'];
		expect(policy).toMatch(/^sandbox /);
		expect(policy).not.toMatch(/allow-same-origin|unsafe|https?:/);
		for (const part of ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]) {
			expect(policy).toContain(part);
		}
		for (const name of ['style', 'script']) {
			const [, content] = page.match(new RegExp(`<${name}>(.*?)</${name}>`, 's')) ?? [];
			const digest = createHash('sha256').update(content).digest('base64');
			expect(policy).toContain(`${name}-src 'sha256-${digest}'`);
		}
		expect(page).not.toMatch(/ (style|on\w+)=/);
	});

	it('keep the address, which holds the token, and the page to the contact', () => {
		const { headers, html: page } = choosing();
		expect(headers).toMatchObject({
			'Cache-Control': 'no-store',
			'Referrer-Policy': 'no-referrer',
			'X-Robots-Tag': 'noindex, nofollow',
		});
		expect(page).not.toMatch(/(https?:)?\/\/[a-z]/);
	});
});

it('has a title and a description for programs that preview links', () => {
	const about = (offer: object) => askPage(viewOf({ title: 'Call', ...offer }), SLOTS[1], []).html;
	expect(about({ explanation: 'We call "you".' })).toContain(
		'<meta property="og:title" content="Call">\n<meta name="description" property="og:description" content="We call &quot;you&quot;.">',
	);
	expect(about({})).toContain('property="og:description" content="Your appointment">');
});

it('has colors of its own for a browser that cannot mix any', () => {
	expect(STYLE.replace(/@supports \(color[^]*?\n\}\n/, '')).not.toMatch(/oklch|color-mix/);
});

it('takes no click once the wait has ended, even before its timer says so', () => {
	let now = 0;
	const listeners: Record<string, (event: object) => void> = {};
	const dataset: Record<string, string> = { left: '1000' };
	runInNewContext(SCRIPT, {
		document: { documentElement: { dataset }, querySelectorAll: () => [] },
		Date: { now: () => now },
		setInterval: () => {},
		addEventListener: (name: string, listener: (event: object) => void) =>
			(listeners[name] = listener),
	});
	now = 1_000;
	const preventDefault = jest.fn();
	listeners.submit({ preventDefault });
	expect(dataset.state).toBe('ended');
	expect(preventDefault).toHaveBeenCalledTimes(1);
});

const english = LANGUAGES.en;
const names = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();

describe.each(Object.entries(LANGUAGES).filter(([tag]) => tag !== 'en'))('%s', (tag, words) => {
	it('translates every text, with what is filled in', () => {
		for (const key of Object.keys(english) as Array<keyof typeof english>) {
			expect([key, words[key].trim()]).not.toEqual([key, '']);
			expect([key, names(words[key])]).toEqual([key, names(english[key])]);
			// French has a no-break space there; the others none.
			expect(words[key]).not.toMatch(tag === 'fr' ? /[^\u00a0][:?!;]/ : /\s[:?!;]/);
		}
		const same = Object.keys(english).filter(
			(key) =>
				key !== 'dir' && words[key as keyof typeof words] === english[key as keyof typeof english],
		);
		expect(same).toEqual([]);
	});
});
