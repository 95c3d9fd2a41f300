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

/** The event types that start the workflow: those chosen from the list and those typed in. */
export function selectedEvents(this: IHookFunctions | IWebhookFunctions): Set<string> {
	const chosen = [this.getNodeParameter('events', []), this.getNodeParameter('additionalEvents', [])];
	const names = chosen.flat().map((name) => String(name ?? '').trim());
	return new Set(names.filter((name) => name !== ''));
}
