/**
 * What the page can do better with JavaScript: know the visitor's zone, and take a double click as one.
 * A change in the list of zones sends nothing by itself, or no key could look through the list.
 */
export const SCRIPT = `
(() => {
	// The first response is in the zone of the node: ask again, before anything is drawn.
	const asked = document.documentElement.dataset.askZone;
	if (asked) {
		const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
		if (zone && zone !== asked) {
			const address = new URL(location.href);
			address.searchParams.set('zone', zone);
			location.replace(address);
			return;
		}
	}
	addEventListener('DOMContentLoaded', () => {
		for (const form of document.querySelectorAll('form[method=post]')) guard(form, form.querySelector('button'));
		const notice = document.querySelector('[data-notice]');
		if (notice) notice.focus();
	});
	const guard = (form, button) => {
		const label = button.textContent;
		form.addEventListener('submit', (event) => {
			if (button.hasAttribute('aria-disabled')) event.preventDefault();
			button.setAttribute('aria-disabled', 'true');
			button.textContent = button.dataset.sent;
		});
		// A page that the browser kept for "back" takes a click again.
		addEventListener('pageshow', () => {
			button.removeAttribute('aria-disabled');
			button.textContent = label;
		});
	};
})();
`;
