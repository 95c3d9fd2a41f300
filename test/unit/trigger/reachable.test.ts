import { requireReachable } from '../../../nodes/PlatformTrigger/register/activationChecks';

describe('requireReachable', () => {
	const check = (url: string, platformUrl: string) => () =>
		requireReachable({ getNode: () => ({ name: 'Trigger' }) } as never, url, platformUrl);

	it.each(['https://n8n.example.com', 'not a url'])('lets %s pass', (url) => {
		expect(check(url, 'https://platform.example')).not.toThrow();
	});

	it.each([
		'http://localhost:5678',
		'http://localhost.:5678',
		'http://n8n.localhost',
		'http://127.0.0.1:5678',
		'http://[::1]:5678',
		'http://[::ffff:127.0.0.1]:5678',
	])('refuses %s, unless the platform runs here as well', (url) => {
		expect(check(url, 'https://platform.example')).toThrow(`begins with ${new URL(url).origin}`);
		expect(check(url, 'http://127.0.0.1:4010')).not.toThrow();
	});

	it('does not take an address that it cannot read for one of this machine, and says what to set', () => {
		const description = expect.stringContaining('N8N_WEBHOOK_URL') as string;
		const refused = expect.objectContaining({ message: expect.stringContaining('cannot reach this n8n') as string, description });
		expect(check('http://localhost:5678', 'not a url')).toThrow(refused as never);
	});
});
