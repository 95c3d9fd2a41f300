import type { IExecuteFunctions, INodeExecutionData, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { resourceFields, subtitleOf } from '../items/operation';
import { routeItems } from '../items/router';
import { KnowledgeClient } from '../knowledgeApi/client';
import { testKnowledge } from '../knowledgeApi/credentialTest';
import { optionsField, readConcurrency, searchVerticals } from './fields';
import { resources } from './resources';

export class Knowledge implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'CRM Platform Knowledge',
		name: 'knowledge',
		icon: { light: 'file:knowledge.svg', dark: 'file:knowledge.dark.svg' },
		group: ['input'],
		version: 1,
		subtitle: subtitleOf(resources),
		description:
			"Look up recipes, glossary terms, use case playbooks, changelog entries and features in the CRM platform's knowledge base",
		defaults: { name: 'CRM Platform Knowledge' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		builderHint: {
			searchHint:
				'Documentation of the CRM platform: recipes, glossary, playbooks, changelog, features by plan. Read-only. For calendars and appointments of an account, use CRM Platform.',
		},
		credentials: [{ name: 'knowledgeApi', required: true, testedBy: 'testKnowledge' }],
		properties: [...resourceFields(resources), optionsField],
	};

	methods = { credentialTest: { testKnowledge }, listSearch: { searchVerticals } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await routeItems(this, resources, new KnowledgeClient(this), readConcurrency);
	}
}
