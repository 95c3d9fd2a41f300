import { sleep, type IDataObject, type IHttpRequestOptions, type IPollFunctions } from 'n8n-workflow';

import { SlotTrigger } from '../../../nodes/SlotTrigger/SlotTrigger.node';
import { node } from '../platformApi/fakePlatform';

const slotTrigger = new SlotTrigger();

export const byId = (value: unknown) => ({ calendarId: { __rl: true, mode: 'id', value } });

/** The context of a poll, as far as parameters are read in it. */
export const parameterContext = (parameters: IDataObject = {}) =>
	({
		getNode: () => node,
		getTimezone: () => 'America/New_York',
		getNodeParameter: (name: string, fallback: unknown) => parameters[name] === undefined ? fallback : parameters[name],
	}) as unknown as IPollFunctions;

type Listed = Array<[string, string]>;

/** What the platform lists as free, by calendar: pairs of times, also one list after the other, or what the request fails with. */
export type Platform = Record<string, Listed | Error | (() => Listed)>;

/** A node that polls again and again, with what n8n keeps for it between two polls. */
export class PollingNode {
	/** What n8n shows as failed executions. */
	readonly shown: string[] = [];
	/** The calendars that were asked, in turn. */
	readonly asked: string[] = [];
	readonly memory: IDataObject = {};

	constructor(
		readonly parameters: IDataObject,
		readonly id = 'node-1',
		readonly workflowId = 'workflow-1',
	) {}

	/** The items' data, or null. */
	async poll(platform: Platform, mode = 'trigger'): Promise<IDataObject[] | null> {
		const context = {
			...parameterContext(this.parameters),
			getNode: () => ({ ...node, id: this.id }),
			getMode: () => mode,
			getWorkflow: () => ({ id: this.workflowId }),
			getWorkflowStaticData: () => this.memory,
			getCredentials: async () =>
				await Promise.resolve({ platformUrl: 'https://api.example.com', accessToken: 'token-1', locationId: 'loc-1' }),
			helpers: { httpRequestWithAuthentication: async (_type: string, options: IHttpRequestOptions) => await this.response(platform, options) },
			logger: { warn: () => {} },
			__emitError: ({ message }: Error) => void this.shown.push(message),
		};
		const outputs = await slotTrigger.poll.call(context as unknown as IPollFunctions);
		return outputs?.[0].map(({ json }) => json) ?? null;
	}

	private async response(platform: Platform, { url }: IHttpRequestOptions): Promise<unknown> {
		const calendar = url.split('/').at(-2) ?? '';
		this.asked.push(calendar);
		await sleep(0);
		const given = platform[calendar] ?? [];
		const free = typeof given === 'function' ? given() : given;
		if (free instanceof Error) throw free;
		const body = { _dates_: { any: free.map(([startTime, endTime]) => ({ startTime, endTime })) } };
		return { body, headers: {} };
	}
}
