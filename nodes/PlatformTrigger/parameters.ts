import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { toBoolean } from '../shared/looseValues';

const DEFAULT_RETENTION_HOURS = 72;

export interface TriggerSettings {
	deduplicate: boolean;
	/** Dotted path into the payload; empty for a digest of the body. */
	eventIdField: string;
	retentionMinutes: number;
	registerTestUrl: boolean;
}

/** Reads the node's options, with their defaults for what the person has not added. */
export function readSettings(this: IHookFunctions | IWebhookFunctions): TriggerSettings {
	const { deduplicate, eventIdField, retentionHours, registerTestUrl } = this.getNodeParameter(
		'settings',
		{},
	) as Record<string, unknown>;
	const hours = Number(retentionHours ?? DEFAULT_RETENTION_HOURS);
	return {
		deduplicate: toBoolean(deduplicate, true),
		eventIdField: typeof eventIdField === 'string' ? eventIdField.trim() : '',
		retentionMinutes: (hours > 0 ? hours : DEFAULT_RETENTION_HOURS) * 60,
		registerTestUrl: toBoolean(registerTestUrl, false),
	};
}

/** The list to choose from, and the free one for names that the contract does not show. */
const EVENT_LISTS = ['events', 'additionalEvents'] as const;

function eventNames(
	this: IHookFunctions | IWebhookFunctions,
	list: (typeof EVENT_LISTS)[number],
): string[] {
	const names = [this.getNodeParameter(list, [])].flat().map((name) => String(name ?? '').trim());
	return names.filter((name) => name !== '');
}

/** The event types that start the workflow: those chosen from the list and those typed in. */
export function selectedEvents(this: IHookFunctions | IWebhookFunctions): Set<string> {
	return new Set(EVENT_LISTS.flatMap((list) => eventNames.call(this, list)));
}

/** Whether an event of this type starts the workflow. For each delivery: reads no more than it must. */
export function isSelected(this: IWebhookFunctions, type: string): boolean {
	return EVENT_LISTS.some((list) => eventNames.call(this, list).includes(type));
}
