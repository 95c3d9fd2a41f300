import { isLoopback } from '../../../nodes/PlatformTrigger/register';

it.each([
	['https://n8n.example.com', false],
	['not a url', false],
	['http://notlocalhost:5678', false],
	...['localhost:5678', 'localhost.:5678', 'n8n.localhost', '127.0.0.1:5678', '0.0.0.0'].map(
		(host): [string, boolean] => [`http://${host}`, true],
	),
	['http://[::1]:5678', true],
	['http://[::]:5678', true],
	['http://[::ffff:127.0.0.1]:5678', true],
])('only this machine can reach %s: %p', (address, is) => {
	expect(isLoopback(address)).toBe(is);
});
