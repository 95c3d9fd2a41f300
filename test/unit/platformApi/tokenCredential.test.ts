import { PlatformTokenApi } from '../../../credentials/PlatformTokenApi.credentials';

it('adds the token and the version, without the blanks around them, beside other headers', async () => {
	const credentials = { accessToken: ' pit-1\n', apiVersion: ' 2021-07-28 ' };
	const request = { url: '/calendars/', headers: { Accept: 'application/json' } };
	expect(await new PlatformTokenApi().authenticate(credentials, request)).toEqual({
		url: '/calendars/',
		headers: { Accept: 'application/json', Authorization: 'Bearer pit-1', Version: '2021-07-28' },
	});
	expect(request.headers).toEqual({ Accept: 'application/json' });
});
