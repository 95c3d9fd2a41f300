/**
 * What the page can do better with JavaScript. Without it the server's zone and a button next to the
 * list of zones do the same.
 */
export const SCRIPT = `
(() => {
	const root = document.documentElement;
	root.classList.add('js');
	// The first answer is in the zone of the node: ask again, before anything is drawn.
	const asked = root.dataset.askZone;
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
		const zones = document.querySelector('select[name=zone]');
		if (zones) zones.addEventListener('change', () => zones.form.submit());
		const form = document.querySelector('form[method=post]');
		if (form) guard(form, form.querySelector('button'));
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
