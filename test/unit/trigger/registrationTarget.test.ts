import { isLoopback } from '../../../nodes/PlatformTrigger/registrationTarget';

it.each([
	'http://localhost:5678',
	'http://localhost.:5678',
	'http://n8n.localhost',
	'http://127.0.0.1:5678',
	'http://0.0.0.0',
	'http://[::1]:5678',
	'http://[::]:5678',
	'http://[::ffff:127.0.0.1]:5678',
])('only this machine can reach %s', (address) => {
	expect(isLoopback(address)).toBe(true);
});

it.each(['https://n8n.example.com', 'not a url', 'http://notlocalhost:5678'])(
	'other machines may reach %s',
	(address) => {
		expect(isLoopback(address)).toBe(false);
	},
);
