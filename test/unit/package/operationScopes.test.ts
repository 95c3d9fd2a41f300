import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { DESCRIPTIONS } from '../../../sandbox/http/contract';
import { faultsOfReference } from '../../support/referenceScopes';
import { ROOT } from './packageClasses';

/* operationEffects.test.ts shows what each operation sends, also for a single field, and for a model: each scope of it stands in the reference. */

const FOLDER = path.join(ROOT, 'test', 'unit', 'package', 'operationEffects');

interface Described {
	security?: Array<Record<string, string[]>>;
}

const { paths } = DESCRIPTIONS.highLevel as unknown as {
	paths: Record<string, Record<string, Described>>;
};

/** The scopes of a request, by the description of the local platform. */
function scopesOf(method: string, requested: string): string[] {
	// A path without braces goes before one that takes any ID in its place.
	const known = Object.keys(paths).sort(
		(one, other) => one.split('{').length - other.split('{').length,
	);
	const found = known.find(
		(each) =>
			method in paths[each] && new RegExp(`^${each.replace(/\{\w+\}/g, '[^/]+')}$`).test(requested),
	);
	if (found === undefined) return [];
	const { security = [] } = paths[found][method];
	return security.flatMap((each) => Object.values(each).flat());
}

/** After these, it is looked for what is missing: without the scopes for that, less is said. */
const LOOKS_FOR_WHAT_IS_MISSING = /refused with 404|where there is nothing/;

/** By the operation, the scopes of the requests that it sends to HighLevel. */
function scopesByOperation(): Map<string, Set<string>> {
	const scopes = new Map<string, Set<string>>();
	for (const file of readdirSync(FOLDER)) {
		for (const part of readFileSync(path.join(FOLDER, file), 'utf8').split('\n\n')) {
			const [, name] = /^(\w+\.\w+), HighLevel:/.exec(part) ?? [];
			if (name === undefined) continue;
			const ofOperation = scopes.get(name) ?? new Set<string>();
			scopes.set(name, ofOperation);
			for (const section of part.split(/\n {2}(?! |-> |[A-Z]+ \/)/)) {
				if (LOOKS_FOR_WHAT_IS_MISSING.test(section.split('\n')[0])) continue;
				for (const [, method, requested] of section.matchAll(/^ {2,4}([A-Z]+) (\/\S*)/gm))
					for (const scope of scopesOf(method.toLowerCase(), requested)) ofOperation.add(scope);
			}
		}
	}
	return scopes;
}

/** An API request needs what its endpoint needs. */
const WITHOUT_SCOPES_OF_ITS_OWN = ['apiRequest.send'];

it('the reference names the scope of each request that an operation sends to HighLevel', () => {
	const scopes = scopesByOperation();

	const faults: string[] = [];
	for (const [name, requested] of scopes) {
		if (WITHOUT_SCOPES_OF_ITS_OWN.includes(name)) continue;
		const ofOperation = faultsOfReference(name, [...requested]);
		faults.push(...ofOperation.filter((fault) => fault.startsWith('Add ')));
	}

	expect(scopes.size).toBeGreaterThan(50);
	expect(faults).toEqual([]);
});
