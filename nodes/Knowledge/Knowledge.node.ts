import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { routeItems } from '../shared/router';
import { optionsField, readConcurrency } from './concurrency';
import {
	changelogEntry,
	feature,
	glossaryTerm,
	operations,
	recipe,
	useCase,
} from './resources';

export class Knowledge implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Knowledge',
		name: 'knowledge',
		icon: { light: 'file:knowledge.svg', dark: 'file:knowledge.dark.svg' },
		group: ['input'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description:
			"Look up recipes, glossary terms, use case playbooks, changelog entries and features in the CRM platform's knowledge base (read only)",
		defaults: { name: 'Knowledge' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		builderHint: {
			searchHint:
				'Documentation of the CRM platform: recipes, glossary, playbooks, changelog, features by plan. Reads only. For calendars, appointments and webhooks of an account use the Platform node.',
		},
		credentials: [{ name: 'knowledgeApi', required: true }],
		properties: [
			{
				displayName: 'Resource',
				name: 'resource',
				type: 'options',
				noDataExpression: true,
				options: [
					{ name: 'Changelog Entry', value: 'changelogEntry' },
					{ name: 'Feature', value: 'feature' },
					{ name: 'Glossary Term', value: 'glossaryTerm' },
					{ name: 'Recipe', value: 'recipe' },
					{ name: 'Use Case', value: 'useCase' },
				],
				default: 'recipe',
			},
			...recipe.description,
			...glossaryTerm.description,
			...useCase.description,
			...changelogEntry.description,
			...feature.description,
			optionsField,
		],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const concurrency = () => readConcurrency.call(this);
		return await routeItems.call(this, operations, { concurrency });
	}
}
