import { httpStatusOf, responseBodyOf } from '../../../nodes/http/requestError';

const responded = (status: number) => ({ response: { status } });
const cycle: { cause?: unknown } = {};
cycle.cause = { cause: cycle };

it.each<[string, unknown, number | undefined]>([
	['of the outermost that has one', { statusCode: 404, cause: { statusCode: 400 } }, 404],
	["in n8n's own cause", { errorResponse: { statusCode: 404 } }, 404],
	['that n8n copied', { httpCode: '404', context: {} }, 404],
	['that is the lowest', { httpCode: '100' }, 100],
	['before success', responded(199), 199],
	['after success', responded(300), 300],
	['that is the highest', responded(999), 999],
	['of none: a number outside HTTP', { httpCode: '1000', statusCode: 99 }, undefined],
	// It says no more than none at all.
	...[200, 299].map((status): [string, unknown, undefined] => [
		`of none: a response of ${status} that broke off`,
		{ code: 'ECONNRESET', ...responded(status) },
		undefined,
	]),
	['of none: a cycle of causes', cycle, undefined],
])('the status is that %s', (_, error, status) => {
	expect(httpStatusOf(error)).toBe(status);
});

it('the body that n8n 2.0 copied is read', () => {
	const data = { message: 'no' };
	expect(responseBodyOf({ httpCode: '400', context: { data } })).toEqual(data);
});
