import axios from 'axios';
import type { IDataObject } from 'n8n-workflow';

import { DIALECTS } from '../../nodes/platformApi/dialect';
import { runNode, type RunResult } from '../../test/support/engine';
import { ExchangeLog, type Exchange } from './exchanges';
import type { Settings } from './settings';

/** A request of our own, for what no operation of the nodes shows. */
export interface Probe {
	method: 'DELETE' | 'GET' | 'POST' | 'PUT';
	path: string;
	query?: Record<string, string>;
	body?: IDataObject;
	/** By default the one that the nodes send. */
	version?: string;
}

const TIMEOUT_MS = 30_000;

/** Somebody's account: the nodes in n8n's engine, and requests of our own. Both are kept in the log. */
export class Account {
	readonly log: ExchangeLog;

	constructor(readonly settings: Settings) {
		this.log = new ExchangeLog(settings.form, settings.platformUrl);
	}

	/** Runs an operation of CRM Platform, named as in workflows: `appointment.book`. */
	async run(name: string, parameters: IDataObject = {}): Promise<RunResult> {
		const { form, platformUrl, accessToken, locationId } = this.settings;
		const [resource, operation] = name.split('.');
		return await runNode({
			type: 'platform',
			parameters: { authentication: 'accessToken', resource, operation, ...parameters } as never,
			credentials: {
				platformTokenApi: {
					api: form,
					accessToken,
					platformUrl,
					locationId,
					apiVersion: '2021-07-28',
				},
			},
		});
	}

	/** Sends a request once. @throws Error where no response comes */
	async probe({ method, path, query, body, version }: Probe): Promise<Exchange> {
		const { form, platformUrl, accessToken } = this.settings;
		await axios.request({
			method,
			url: `${platformUrl}${path}`,
			params: query,
			data: body,
			headers: {
				Authorization: `Bearer ${accessToken}`,
				Version: version ?? DIALECTS[form].versionOf(path, '2021-07-28'),
				Accept: 'application/json',
			},
			timeout: TIMEOUT_MS,
			maxRedirects: 0,
			validateStatus: () => true,
		});
		return this.log.entries.at(-1)!;
	}
}

/** An ID as an expression or a list gives it. */
export const byId = (value: string) => ({ __rl: true, mode: 'id', value });
