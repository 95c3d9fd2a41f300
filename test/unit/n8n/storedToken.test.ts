import { abortable } from '../../../nodes/n8n/requestContext';
import { tokenExpiresAt } from '../../../nodes/n8n/storedToken';

it.each([
	[{ n8n_expires_at: '1767225600000' }, 1_767_225_600_000],
	[{ n8n_expires_at: 0 }, 0],
	[{}, undefined],
	[{ n8n_expires_at: null }, undefined],
	[{ n8n_expires_at: 'soon' }, undefined],
	[{ n8n_expires_at: Infinity }, undefined],
	// A platform may send any lifetime: the last year with four digits is late enough.
	[{ n8n_expires_at: 1e16 }, Date.UTC(9999, 11, 31, 23, 59, 59, 999)],
	// n8n's note of a refused refresh is no token.
	[{ n8n_expires_at: 1_767_225_600_000, error: 'server_error' }, undefined],
])('of the token data %j the expiry is %p', (tokenData, expected) => {
	expect(tokenExpiresAt(tokenData as never)).toBe(expected);
});

it.each(['the request', 'the execution'])(
	'the signal that n8n gives a request ends with that of %s',
	(whose) => {
		const [ofRequest, ofExecution] = [new AbortController(), new AbortController()];
		const context = { getExecutionCancelSignal: () => ofExecution.signal };
		const caller = abortable(context as never, ofRequest.signal) as typeof context;
		expect(caller.getExecutionCancelSignal().aborted).toBe(false);
		(whose === 'the request' ? ofRequest : ofExecution).abort();
		expect(caller.getExecutionCancelSignal().aborted).toBe(true);
	},
);
