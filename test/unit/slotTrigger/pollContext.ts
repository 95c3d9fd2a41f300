import {
	sleep,
	type IDataObject,
	type INodeParameters,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import { SlotTrigger } from '../../../nodes/SlotTrigger/SlotTrigger.node';
import { contextOf } from '../../support/context';
import type { CredentialSet } from '../../support/credentialStore';
import { connect, type Sent } from '../platform/nodeOnPlatform';

export const byId = (value: unknown) => ({ calendarId: { __rl: true, mode: 'id', value } });

/** Pairs of times, a failure, or any response. */
type Response = Array<[string, string]> | Error | { response: unknown };

/** Responses of the platform by calendar, also by request. */
export type Platform = Record<
	string,
	Response | ((query: Sent['qs']) => Response | Promise<Response>)
>;

const nodeType = new SlotTrigger();
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
	private published?: string;
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
		const { parameters, saved, credential, locationZone } = this;
		return Object.assign(new PollingNode(parameters), { saved, credential, locationZone });
	}

	/** The items' data, or null. */
	async poll(
		platform: Platform = {},
		mode: WorkflowExecuteMode = 'trigger',
	): Promise<IDataObject[] | null> {
		const parameters = JSON.stringify(this.parameters);
		const isFirst = mode !== 'manual' && this.published !== parameters;
		if (isFirst) {
			this.memory = JSON.parse(this.saved) as IDataObject;
			this.published = parameters;
		}
		const { context } = contextOf('poll', {
			type: 'slotTrigger',
			nodeType,
			parameters: this.parameters as INodeParameters,
			mode,
			node: { id: this.id },
			workflowId: this.workflowId,
			credentials: this.credentials,
			settings: { timezone: 'America/New_York' },
			emitError: ({ message }) => void this.shown.push(message),
			log: (message) => void this.logged.push(message),
		});
		Object.assign(context, {
			// Of the node alone: that of the workflow would be shared with its other Slot Triggers.
			getWorkflowStaticData: (of: string) => (of === 'node' ? this.memory : {}),
		});
		const { credential, locationZone } = this;
		const responses = async (request: Sent) => await this.response(platform, request);
		if (!this.credentials) connect(context, { credential, locationZone, responses });
		const outputs = await nodeType.poll.call(context);
		if (isFirst || (outputs && mode !== 'manual')) this.saved = JSON.stringify(this.memory);
		return outputs?.[0].map(({ json }) => json) ?? null;
	}

	private async response(platform: Platform, { path, qs }: Sent): Promise<unknown> {
		const calendar = path.split('/').at(-2) ?? '';
		this.asked.push(calendar);
		await sleep(0);
		const given = platform[calendar] ?? [];
		const free = typeof given === 'function' ? await given(qs) : given;
		if (free instanceof Error) return free;
		if ('response' in free) return free.response;
		return { _dates_: { any: free.map(([startTime, endTime]) => ({ startTime, endTime })) } };
	}
}
