import { commonPollingParameters } from 'n8n-core/dist/nodes-loader/constants';
import {
	sleep,
	type IDataObject,
	type INodeParameters,
	type IPollFunctions,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import { SlotTrigger } from '../../../nodes/SlotTrigger/SlotTrigger.node';
import { contextOf } from '../../support/context';
import type { CredentialSet } from '../../support/credentialStore';
import { connect } from '../platform/nodeOnPlatform';
import { node } from '../platformApi/fakePlatform';

export const byId = (value: unknown) => ({ calendarId: { __rl: true, mode: 'id', value } });

/** The context of a poll, as far as parameters are read in it. */
export const parameterContext = (parameters: IDataObject = {}) =>
	({
		getNode: () => node,
		getTimezone: () => 'America/New_York',
		getNodeParameter: (name: string, fallback: unknown) =>
			parameters[name] === undefined ? fallback : parameters[name],
	}) as unknown as IPollFunctions;

const nodeType = new SlotTrigger();
// As n8n does for each polling node: adds 'Poll Times'.
nodeType.description.properties.unshift(...commonPollingParameters);

type Listed = Array<[string, string]>;

/** Responses of the platform by calendar: pairs of times, also one list after the other, a failure, or any response. */
export type Platform = Record<string, Listed | Error | { response: unknown } | (() => Listed)>;

let workflows = 0;

/** A node that polls again and again, with what n8n keeps for it between two polls. */
export class PollingNode {
	/** The messages that n8n shows as failed executions. */
	readonly shown: string[] = [];
	/** What is logged. */
	readonly logged: string[] = [];
	/** The calendars that were asked, in turn. */
	readonly asked: string[] = [];
	/** The static data of the published workflow. */
	memory: IDataObject = {};
	/** Of a platform that is played. */
	credential?: IDataObject;
	/** Of the platform's location. */
	locationZone?: string;
	/** For a platform that is there; without them, it is played. */
	credentials?: CredentialSet;
	private published?: { context: IPollFunctions; parameters: string };
	/** The static data in the database: of the last poll with items, and of the first one. */
	private saved = '{}';

	constructor(
		readonly parameters: IDataObject,
		readonly id = 'node-1',
		readonly workflowId = `workflow-${++workflows}`,
	) {}

	/** Publishes again: the next poll has what was saved. */
	publish(): void {
		this.published = undefined;
	}

	/** The node in another process, with what was saved. */
	restarted(): PollingNode {
		const node = new PollingNode(this.parameters, this.id);
		node.saved = this.saved;
		return node;
	}

	/** The items' data, or null. */
	async poll(
		platform: Platform = {},
		mode: WorkflowExecuteMode = 'trigger',
	): Promise<IDataObject[] | null> {
		const isManual = mode === 'manual';
		const parameters = JSON.stringify(this.parameters);
		const isFirst = this.published?.parameters !== parameters;
		const { context } =
			isFirst || isManual || !this.published ? this.contextFor(mode) : this.published;
		if (!isManual) {
			if (isFirst) this.memory = JSON.parse(this.saved) as IDataObject;
			this.published = { context, parameters };
		}
		if (!this.credentials)
			connect(context as never, {
				...{ credential: this.credential, locationZone: this.locationZone },
				responses: async ({ path }) => await this.response(platform, path),
			});
		const outputs = await nodeType.poll.call(context);
		if (!isManual && (isFirst || outputs)) this.saved = JSON.stringify(this.memory);
		return outputs?.[0].map(({ json }) => json) ?? null;
	}

	private contextFor(mode: WorkflowExecuteMode): { context: IPollFunctions } {
		const { context } = contextOf('poll', {
			...{ type: 'slotTrigger', nodeType, parameters: this.parameters as INodeParameters, mode },
			...{
				node: { id: this.id },
				workflowId: this.workflowId,
				settings: { timezone: 'America/New_York' },
			},
			credentials: this.credentials,
			emitError: ({ message }) => void this.shown.push(message),
			log: (message) => void this.logged.push(message),
		});
		return { context: Object.assign(context, { getWorkflowStaticData: () => this.memory }) };
	}

	private async response(platform: Platform, path: string): Promise<unknown> {
		const calendar = path.split('/').at(-2) ?? '';
		this.asked.push(calendar);
		await sleep(0);
		const given = platform[calendar] ?? [];
		const free = typeof given === 'function' ? given() : given;
		if (free instanceof Error) return free;
		if ('response' in free) return free.response;
		return { _dates_: { any: free.map(([startTime, endTime]) => ({ startTime, endTime })) } };
	}
}
