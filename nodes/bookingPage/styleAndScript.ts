/** Loads the page again in the contact's zone, shows that a request is under way, takes a double click as one, and says when the link has ended. */
export const SCRIPT = `
(() => {
	const { dataset } = document.documentElement;
	const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
	if (dataset.zone && timeZone && timeZone !== dataset.zone) {
		const address = new URL(location.href);
		address.searchParams.set('zone', timeZone);
		dataset.state = 'leaving';
		location.replace(address);
		return;
	}
	const showStatus = (name) => {
		dataset.state = name;
		for (const box of document.querySelectorAll('.status')) box.textContent = box.dataset[name] || '';
	};
	const endsAt = Date.now() + Number(dataset.left);
	const showEnd = () => {
		if (Date.now() >= endsAt && dataset.state !== 'ended') showStatus('ended');
	};
	setInterval(showEnd, 1000);
	const leaveOnce = (event) => {
		showEnd();
		if (dataset.state) return event.preventDefault();
		showStatus('sending');
		// The request may have got lost.
		setTimeout(() => dataset.state === 'sending' && showStatus(''), 30000);
	};
	addEventListener('submit', leaveOnce);
	addEventListener('click', (event) => {
		const link = event.target.closest('a[href^="?"]');
		const opensHere = !event.ctrlKey && !event.metaKey && !event.shiftKey;
		if (link && opensHere) leaveOnce(event);
	});
	// A page that the browser kept for "back" takes a click again.
	addEventListener('pageshow', () => dataset.state && location.reload());
})();
`;

/** The grid has seven columns for the days. The times of the chosen day stand in a ninth, on a phone in a row below all weeks. */
export const STYLE = `
:root {
	color-scheme: light dark;
	--page: #f3f4f6; --card: #fff; --ink: #1b2430; --soft: #566273; --line: #dde2e8; --control: #7d8896;
	--brand: #0b6b64; --accent: #0b6b64; --on-accent: #fff; --tint: #e4f2f0; --tint-ink: #07514b; --edge: #5c9892;
	--note: #fff4dc; --note-ink: #5f4200; --danger: #a3211f; --shadow: 0 1px 2px #1b243014, 0 12px 32px #1b243014;
}
@media (prefers-color-scheme: dark) {
	:root {
		--page: #0f1419; --card: #171e26; --ink: #e8edf3; --soft: #a3b0bf; --line: #2c3743; --control: #73808f;
		--accent: #67cfc3; --on-accent: #05211d; --tint: #17332f; --tint-ink: #a8e9e1; --edge: #4b8d84;
		--note: #322a14; --note-ink: #f2d698; --danger: #ff9d94; --shadow: none;
	}
}
/* The workflow's accent, as dark or light as it must be to be read: gray is taken for ink, or buttons would look switched off. */
@supports (color: oklch(from red l c h)) {
	:root {
		--accent: oklch(from var(--brand) min(l, .5, .25 + c * 5) c h); --tint-ink: oklch(from var(--accent) min(l, .42) c h);
		--tint: color-mix(in oklab, var(--accent) 12%, var(--card)); --edge: color-mix(in oklab, var(--accent) 75%, var(--card));
	}
	@media (prefers-color-scheme: dark) {
		:root { --accent: oklch(from var(--brand) max(l, .78, .92 - c * 3) c h); --tint-ink: oklch(from var(--accent) max(l, .86) c h); }
	}
}
*, ::before, ::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
	margin: 0; background: var(--page); color: var(--ink); overflow-wrap: anywhere;
	font: 1rem/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif;
}
/* What the workflow gives is read in its own direction, and stands on the side of the page's. */
[dir=ltr] [dir=auto] { text-align: left; }
[dir=rtl] [dir=auto] { text-align: right; }
main { max-width: 53rem; min-height: 100vh; margin: 0 auto; padding: 1.5rem 1.25rem 2rem; background: var(--card); }
main.narrow { max-width: 32rem; }
@media (min-width: 40rem) {
	body { padding: 3rem 1rem; }
	main { min-height: 0; padding: 2.25rem 2.5rem 2.5rem; border-radius: 16px; box-shadow: var(--shadow); }
}
h1 { margin: 0; font-size: 1.6rem; line-height: 1.25; font-weight: 650; letter-spacing: -.01em; text-wrap: balance; }
h2 { margin: 0; font-size: 1rem; font-weight: 600; }
h3 { margin: 1rem 0 -.25rem; font-size: .85rem; font-weight: 600; }
h2 .soft { font-weight: 400; margin-inline-start: .35em; }
.business { margin: 0 0 1rem; font-weight: 600; }
p { margin: .5rem 0 0; }
.facts { margin: .35rem 0 0; padding: 0; list-style: none; }
.facts li { display: inline-block; }
.facts li:not(:last-child)::after { content: '·' / ''; margin: 0 .5em; }
.explanation { margin-top: .9rem; white-space: pre-line; max-width: 42rem; }
.soft, label, h3, .business, .facts, .weekday { color: var(--soft); }
:is(.facts, .explanation) a { color: var(--accent); }
.note, .status, .moment.over { background: var(--note); color: var(--note-ink); }
.note { margin-bottom: 1.5rem; padding: .9rem 1.1rem; border-radius: 12px; }
.note h2 { outline: none; }
.note .times-list { margin-top: .75rem; grid-template-columns: repeat(auto-fill, minmax(11.5rem, 1fr)); }
.choose { margin-top: 1.75rem; border-top: 1px solid var(--line); padding-top: 1.5rem; }
.zone { margin-bottom: 1.5rem; }
.zone form { display: flex; flex-wrap: wrap; align-items: end; gap: .75rem; margin: .25rem 0 1rem; }
.zone label { display: grid; grid-template-columns: minmax(0, 1fr); max-width: 100%; font-size: .9rem; }
.zone [name=zone] { width: 18rem; }
summary { padding: .6rem 0; font-weight: 600; color: var(--accent); cursor: pointer; }
.zone summary { list-style: none; font-weight: 400; color: var(--soft); }
.zone summary::-webkit-details-marker { display: none; }
.zone b { font-weight: 600; color: var(--accent); text-decoration: underline; }
select, textarea { font: inherit; color: var(--ink); background: var(--card); border: 1px solid var(--control); border-radius: 10px; }
select { max-width: 100%; min-height: 2.75rem; padding: .4rem .6rem; }
label.text { display: block; font-size: .9rem; }
textarea { display: block; width: 100%; margin-top: .25rem; padding: .5rem .7rem; font-size: 1rem; resize: vertical; }
.none { margin-top: 1.5rem; }
.none form { margin-top: .75rem; max-width: 32rem; }
fieldset { margin: 0; padding: 0; border: 0; min-width: 0; }
legend { padding: 0; font-weight: 600; margin-bottom: .75rem; }
.grid { display: grid; grid: auto-flow dense / repeat(7, minmax(0, 1fr)); justify-items: center; row-gap: 2px; }
.weekday { font-size: .8rem; padding-bottom: .35rem; }
.c1 { grid-column: 1; } .c2 { grid-column: 2; } .c3 { grid-column: 3; } .c4 { grid-column: 4; }
.c5 { grid-column: 5; } .c6 { grid-column: 6; } .c7 { grid-column: 7; }
.day {
	position: relative; width: 100%; max-width: 3.25rem; height: 3.25rem; display: grid; place-content: center;
	text-align: center; line-height: 1.15; border-radius: 12px; color: var(--soft);
}
/* A month of two words, as in Beirut, stands in two lines; one is never broken. */
.day small { display: block; font-size: .68rem; line-height: 1; overflow-wrap: normal; }
.day.today::after { content: ''; position: absolute; bottom: .3rem; left: calc(50% - .15rem); width: .3rem; height: .3rem; border-radius: 50%; background: currentColor; }
.day.free { background: var(--tint); color: var(--tint-ink); font-weight: 650; width: calc(100% - 4px); height: 3rem; margin: 2px; }
.day input { position: absolute; inset: 0; width: 100%; height: 100%; margin: 0; opacity: 0; cursor: pointer; }
.day:has(:checked) { background: var(--accent); color: var(--on-accent); }
.day:has(:focus-visible) { outline: 3px solid var(--accent); outline-offset: 2px; }
.times { grid-column: 1 / -1; width: 100%; padding: 1rem 0 1.25rem; }
/* Below the weekdays and ten weeks. A browser without :has shows the times of all days, each under its week. */
@supports selector(:has(*)) {
	.day:not(:has(:checked)) + .times { display: none; }
	.times { grid-row: 12; }
}
.times-list {
	display: grid; grid-template-columns: repeat(auto-fill, minmax(6.5rem, 1fr)); gap: .5rem;
	margin: .75rem 0 0; padding: 0; list-style: none;
}
.times-list button { flex-direction: column; padding-inline: .3rem; overflow-wrap: normal; }
.times-list small { font-weight: 400; }
@media (min-width: 48rem) {
	.grid { grid-template: repeat(11, auto) 1fr / repeat(7, 3.25rem) 2.5rem minmax(0, 1fr); }
	@supports selector(:has(*)) { .times { grid-column: 9; grid-row: 1 / -1; padding: 0; } }
}
button, .button {
	display: inline-flex; align-items: center; justify-content: center; width: 100%; min-height: 2.875rem;
	padding: .5rem .75rem; font: inherit; font-weight: 600; text-align: center; text-decoration: none;
	color: var(--accent); background: transparent; border: 1px solid var(--edge); border-radius: 10px; cursor: pointer;
}
button:hover, .button:hover { background: var(--tint); color: var(--tint-ink); }
.note :is(button, .button) { background: var(--card); border-color: currentColor; }
.note form { margin-top: .75rem; }
button.danger { color: var(--danger); border-color: currentColor; }
.calendars { margin-block: 1.5rem 1rem; display: flex; flex-wrap: wrap; gap: .75rem; }
.calendars .button { flex: 1 1 9rem; }
button.main { background: var(--accent); color: var(--on-accent); }
button.main:hover { filter: brightness(1.08); }
:is([data-state=sending], [data-state=ended]) :is(button, .button) { opacity: .65; cursor: default; }
[data-state=leaving] body { visibility: hidden; }
.status { position: fixed; inset: auto 0 0; margin: 0; padding: .9rem; text-align: center; font-weight: 600; }
.status:empty { padding: 0; }
:is(button, .button, select, textarea, summary, a):focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.zone button { width: auto; }
.default { position: absolute; width: 1px; height: 1px; min-height: 0; padding: 0; border: 0; overflow: hidden; clip-path: inset(50%); }
.moment { margin: 1.5rem 0; padding: 1.1rem 1.25rem; border-radius: 12px; background: var(--tint); color: var(--tint-ink); }
.moment p { margin: 0; }
.moment :is(.date, .clock) { font-size: 1.15rem; }
.moment .date { font-weight: 650; }
.moment .place { margin-top: .35rem; font-size: .9rem; }
.moment .former { margin-bottom: .35rem; }
.moment.over :is(.date, .clock) { text-decoration: line-through; }
.actions { display: grid; gap: .75rem; margin-bottom: 1.25rem; }
.done { display: block; width: 3rem; height: 3rem; margin-bottom: 1rem; color: var(--accent); }
@media (forced-colors: active) {
	.day.free, button, .button, .moment, .note { border: 1px solid; }
	.day:has(:checked) { border: 3px solid Highlight; }
}
@media print {
	/* From a dark page, too. */
	* { color-scheme: only light !important; color: #000 !important; background: none !important; box-shadow: none !important; }
	body, main { padding: 0; }
	button, .button, form, .none, .status, .calendars ~ .soft { display: none; }
	.moment { border: 1px solid; }
}
`;
