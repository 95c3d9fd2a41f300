import type { INodeParameters } from 'n8n-workflow';

import { requestsDuring } from '../../support/e2e/requests';
import type { Harness, NodeRun } from '../../support/harness';

/** Runs of the node Platform in the harness's n8n; the harness is asked for when a test runs. */
export function platformRuns(harness: () => Harness) {
	/** One run; signed in by OAuth2 unless told otherwise. */
	const run = async (parameters: INodeParameters, rest: Partial<NodeRun> = {}) =>
		await harness().runNode({
			type: 'platform',
			parameters: { authentication: 'oAuth2', ...parameters },
			credentials: ['platformOAuth2Api', 'platformTokenApi'],
			...rest,
		});

	/** What the platform was asked meanwhile. */
	const during = async <T>(work: () => Promise<T>) => await requestsDuring(harness().sandbox, work);

	return { run, during };
}
