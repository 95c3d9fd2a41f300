import type { INodeParameterResourceLocator } from 'n8n-workflow';

/** What a person enters under "By ID". */
export const byId = (value: string): INodeParameterResourceLocator => ({
	__rl: true,
	mode: 'id',
	value,
});
