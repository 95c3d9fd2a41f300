import type { Profile } from '../../sandbox/profiles/switches';

/** Forms of the bodies that the contract does not show. */
export const BODY_SHAPES: Array<[string, Partial<Profile>]> = [
	['wrapped', {}],
	['bare', { listBody: 'bare', recordBody: 'bare', doneBody: 'bare' }],
	['data', { listBody: 'data', recordBody: 'data', doneBody: 'data' }],
	['minimal', { records: 'named', doneBody: 'empty' }],
];
