import { runInNewContext } from 'node:vm';

import { SCRIPT } from '../../../nodes/bookingPage/styleAndScript';

type Listener = (event: object) => void;

/** A browser's page with the script in it, at a time of its own. */
function openPage(dataset: Record<string, string>, zone = 'Europe/Berlin') {
	const listeners: Record<string, Listener> = {};
	const timers: Array<{ run: () => void; ms: number }> = [];
	const statusBox = {
		dataset: { sending: 'One moment…', ended: 'It is over' } as Record<string, string>,
		textContent: '',
	};
	const location = {
		href: 'https://n8n.example.com/webhook-waiting/7?signature=t&zone=UTC',
		replace: jest.fn(),
		reload: jest.fn(),
	};
	const page = { now: 0, dataset, listeners, timers, statusBox, location };
	runInNewContext(SCRIPT, {
		URL,
		location,
		document: { documentElement: { dataset }, querySelectorAll: () => [statusBox] },
		Date: { now: () => page.now },
		Intl: { DateTimeFormat: () => ({ resolvedOptions: () => ({ timeZone: zone }) }) },
		setInterval: (run: () => void, ms: number) => timers.push({ run, ms }),
		setTimeout: (run: () => void, ms: number) => timers.push({ run, ms }),
		addEventListener: (name: string, listener: Listener) => (listeners[name] = listener),
	});
	return page;
}

/** A click on a link of the page; `closest` finds it by the selectors that fit. */
const clickOn = (href: string, keys: object = {}) => {
	const isOwn = href.startsWith('?');
	const target = {
		closest: (selector: string) =>
			selector === 'a' || selector === 'a[href]' || isOwn ? {} : null,
	};
	return { target, preventDefault: jest.fn(), ...keys };
};

describe('the zone of the browser', () => {
	it('loads the page again in it, in place of the first one, so that "Back" leads out', () => {
		const { location, dataset, listeners } = openPage({ zone: 'America/New_York' });
		const [[address]] = location.replace.mock.calls as [[URL]];
		expect(address.searchParams.getAll('zone')).toEqual(['Europe/Berlin']);
		expect(address.searchParams.get('signature')).toBe('t');
		expect(dataset.state).toBe('leaving');
		expect(listeners).toEqual({});
	});

	it('leaves a page as it is that has it already', () => {
		expect(openPage({ zone: 'Europe/Berlin' }).location.replace).not.toHaveBeenCalled();
	});

	it('leaves a page as it is that does not ask for it', () => {
		expect(openPage({}).location.replace).not.toHaveBeenCalled();
	});
});

describe('a click', () => {
	it('sends a form once, and says that it is on its way', () => {
		const { listeners, statusBox } = openPage({});
		const [first, second] = [{ preventDefault: jest.fn() }, { preventDefault: jest.fn() }];
		listeners.submit(first);
		listeners.submit(second);
		expect(first.preventDefault).not.toHaveBeenCalled();
		expect(second.preventDefault).toHaveBeenCalledTimes(1);
		expect(statusBox.textContent).toBe('One moment…');
	});

	it('can be tried again after half a minute, as the first may have got lost', () => {
		const { listeners, timers, statusBox } = openPage({});
		listeners.submit({ preventDefault: jest.fn() });
		const { run, ms } = timers[timers.length - 1];
		expect(ms).toBe(30_000);
		run();
		const again = { preventDefault: jest.fn() };
		expect(statusBox.textContent).toBe('');
		listeners.submit(again);
		expect(again.preventDefault).not.toHaveBeenCalled();
	});

	it('on a link of the page counts as one, too', () => {
		const { listeners, statusBox } = openPage({});
		listeners.click(clickOn('?do=move'));
		expect(statusBox.textContent).toBe('One moment…');
	});

	it.each([
		{ how: 'with Ctrl', href: '?do=move', keys: { ctrlKey: true } },
		{ how: 'with Cmd', href: '?do=move', keys: { metaKey: true } },
		{ how: 'with Shift', href: '?do=move', keys: { shiftKey: true } },
		{ how: 'on an address elsewhere', href: 'https://calendar.google.com', keys: {} },
	])('that leaves this page open changes nothing on it: $how', ({ href, keys }) => {
		const { listeners, statusBox, dataset } = openPage({});
		listeners.click(clickOn(href, keys));
		expect(statusBox.textContent).toBe('');
		expect(dataset.state).toBeUndefined();
	});
});

describe('the end of the wait', () => {
	it('is told by itself, within a second', () => {
		const page = openPage({ left: '1000' });
		const [timer] = page.timers;
		timer.run();
		expect(page.statusBox.textContent).toBe('');
		page.now = 1_000;
		timer.run();
		expect(page.statusBox.textContent).toBe('It is over');
		expect(timer.ms).toBe(1_000);
	});

	it('takes no click, even before the timer says so', () => {
		const page = openPage({ left: '1000' });
		page.now = 1_000;
		const click = { preventDefault: jest.fn() };
		page.listeners.submit(click);
		expect(page.dataset.state).toBe('ended');
		expect(click.preventDefault).toHaveBeenCalledTimes(1);
	});
});

describe('a page that the browser kept for "Back"', () => {
	it('is loaded again where a click had been sent from it', () => {
		const { listeners, location } = openPage({});
		listeners.submit({ preventDefault: jest.fn() });
		listeners.pageshow({});
		expect(location.reload).toHaveBeenCalledTimes(1);
	});

	it('is loaded once where nothing had been sent', () => {
		const { listeners, location } = openPage({});
		listeners.pageshow({});
		expect(location.reload).not.toHaveBeenCalled();
	});
});
