import type { Profile } from '../../sandbox/profile';

/** Forms of the bodies that the contract does not show. */
export const BODY_SHAPES: Array<[string, Partial<Profile>]> = [
	['wrapped', {}],
	['bare', { bodies: 'bare' }],
	['data', { bodies: 'data' }],
	['minimal', { records: 'named', done: 'noContent' }],
];
