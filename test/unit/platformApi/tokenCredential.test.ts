import { PlatformTokenApi } from '../../../credentials/PlatformTokenApi.credentials';

it.each(['', '  ', undefined])('sends the version of the contract where the field holds %j', async (apiVersion) => {
	const { headers } = await new PlatformTokenApi().authenticate({ accessToken: 'Bearer pit-1', apiVersion } as never, { url: '/' });
	expect(headers).toEqual({ Authorization: 'Bearer pit-1', Version: '2021-07-28' });
});

it('adds the token and the version, without the blanks around them, beside other headers', async () => {
	const credentials = { accessToken: ' pit-1\n', apiVersion: ' 2021-07-28 ' };
	const request = { url: '/calendars/', headers: { Accept: 'application/json' } };
	expect(await new PlatformTokenApi().authenticate(credentials, request)).toEqual({
		url: '/calendars/',
		headers: { Accept: 'application/json', Authorization: 'Bearer pit-1', Version: '2021-07-28' },
	});
	expect(request.headers).toEqual({ Accept: 'application/json' });
});
