import type { IDisplayOptions } from 'n8n-workflow';

import type { Operation } from './operation';

/** An operation as its file says it. */
interface Definition<Api> extends Omit<Operation<Api>, 'option'> {
	/** Its label, title and text in n8n's lists. */
	name: string;
	description: string;
	action: string;
	/** What language models are told that build workflows. */
	hint: string;
	displayOptions?: IDisplayOptions;
}

/** Makes an operation of what its file says. */
export function define<Api>({ name, description, action, hint, displayOptions, ...rest }: Definition<Api>): Operation<Api> {
	const option = { name, description, action, builderHint: { propertyHint: hint } };
	return { option: displayOptions ? { ...option, displayOptions } : option, ...rest };
}
