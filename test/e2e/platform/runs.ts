import type { INodeParameters } from 'n8n-workflow';

import { credentialLike } from '../../support/e2e/credentials';
import { requestsDuring } from '../../support/e2e/requests';
import type { Stage, StageRun } from '../../support/stage';

/** Runs of the node Platform in the stage's n8n; the stage is asked for when a test runs. */
export function platformRuns(stage: () => Stage) {
	/** One run; signed in by OAuth2 unless told otherwise. */
	const run = async (parameters: INodeParameters, rest: Partial<StageRun> = {}) =>
		await stage().runNode({
			type: 'platform',
			parameters: { authentication: 'oAuth2', ...parameters },
			credentials: ['platformOAuth2Api', 'platformTokenApi'],
			...rest,
		});

	/** One with another private token than the stage's. */
	const runWithToken = async (accessToken: string, parameters: INodeParameters) =>
		await run(
			{ authentication: 'accessToken', ...parameters },
			{ node: { credentials: await credentialLike(stage(), 'accessToken', { accessToken }) } },
		);

	/** What the platform was asked meanwhile. */
	const during = async <T>(work: () => Promise<T>) => await requestsDuring(stage().sandbox, work);

	return { run, runWithToken, during };
}
