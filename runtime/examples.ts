import type { INode } from 'n8n-workflow';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { WorkflowDraft } from './api';
import { REPOSITORY } from './paths';

export const EXAMPLES_FOLDER = join(REPOSITORY, 'examples');

/** The contacts that the examples name in their samples and lists; a local platform gets them for a run. */
export const SAMPLE_CONTACTS = [
	{ contactId: 'ocQHyuzHvysMo5N5VsXc', firstName: 'Ada', email: 'ada@example.com' },
	{ contactId: 'Wn4kTq7LzRb2HsYpVd9M', firstName: 'Ben', email: 'ben@example.com' },
];

/** File names of the importable workflows, sorted. */
export async function listExamples(): Promise<string[]> {
	const entries = await readdir(EXAMPLES_FOLDER);
	return entries.filter((name) => name.endsWith('.json')).sort();
}

/** An example as it is shipped: without credentials, which the editor then chooses (`chooseCredentials`). */
export async function readExample(fileName: string): Promise<WorkflowDraft> {
	return JSON.parse(await readFile(join(EXAMPLES_FOLDER, fileName), 'utf8')) as WorkflowDraft;
}

/** What stands below a tool that can only refuse with an account of another form of the API. */
const HIGHLEVEL_ONLY = 'HighLevel only';

/** An example without the tools that work with HighLevel only: disabled, as its note asks of whoever has another account. */
export function withoutHighLevelTools(draft: WorkflowDraft): WorkflowDraft {
	const nodes = draft.nodes.map((node) =>
		node.notes === HIGHLEVEL_ONLY ? { ...node, disabled: true } : node,
	);
	return { ...draft, nodes };
}

/** A locator of n8n whose list a person has not chosen from yet. */
function isOpen(parameter: unknown): boolean {
	const { __rl, value } = (parameter ?? {}) as { __rl?: boolean; value?: unknown };
	return __rl === true && value === '';
}

/**
 * Chooses from the lists that an example leaves empty for the person who imports it, and puts the same
 * into its sample event.
 *
 * @param choices by the parameter's name, such as `{ calendarId: 'cal-onboarding' }`
 */
export function withChoices(draft: WorkflowDraft, choices: Record<string, string>): WorkflowDraft {
	const chosen = (name: string, value: unknown): unknown =>
		name in choices && isOpen(value) ? { __rl: true, mode: 'id', value: choices[name] } : value;
	const nodes = draft.nodes.map((node) => {
		// A reviver sees each value at any depth, with its name.
		const parameters: unknown = JSON.parse(JSON.stringify(node.parameters), chosen);
		return { ...node, parameters: parameters as INode['parameters'] };
	});
	const inSample = (name: string, value: unknown): unknown => choices[name] ?? value;
	const pinData: unknown = JSON.parse(JSON.stringify(draft.pinData ?? {}), inSample);
	return { ...draft, nodes, pinData };
}

/** In the contract, this event is never registered. */
const APP_UNINSTALLED = 'app.deleted';

/** Sets the triggers of a workflow to register their events, as a person may do where the form of the API has registrations. */
export function withRegistration(draft: WorkflowDraft): WorkflowDraft {
	const nodes = draft.nodes.map((node) => {
		const isRegistered =
			node.type.endsWith('.platformTrigger') &&
			!JSON.stringify(node.parameters.events).includes(APP_UNINSTALLED);
		if (!isRegistered) return node;
		return { ...node, parameters: { ...node.parameters, registration: 'automatic' } };
	});
	return { ...draft, nodes };
}
