/** The last part of `npm run lint`: n8n's rules for parameters, on those that functions make, which the linter does not see in the sources. */
import { ESLint } from 'eslint';

import { credentials, nodes } from '../../test/unit/package/packageClasses';

/** What is meant as it is: a rule, and a part of what it says or of the line. */
const MEANT = new RegExp(
	[
		// Nobody sees it.
		...['display-name-not-first-position', 'required-false'],
		// n8n lists a node's actions in this order, the most used first; before the languages stands the browser's.
		'unsorted-items.* Order: (Access Token|Add Note|Arabic|Ask to Confirm|Changelog|Create) ',
		// The fields of a record have these names; n8n's words for an upsert do not say what it goes by.
		...['placeholder: "e.g. id, name"', 'wrong-for-upsert.*email or phone'],
		...['"Remove from Workflow"', 'Get (use case playbooks|changelog entries)', 'limit.* 10,'],
	].join('|'),
);

async function main(): Promise<void> {
	const eslint = new ESLint({ overrideConfigFile: 'eslint.config.mjs' });
	const owners = [
		...nodes.map(({ className, instance }) => ({ className, ...instance.description })),
		...credentials.map(({ className, instance }) => ({ className, ...instance })),
	];
	for (const { className, properties } of owners) {
		const literal = JSON.stringify(properties, null, '\t').replace(/^(\s*)"(\w+)":/gm, '$1$2:');
		const code = `export class A implements INodeType { description = { properties: ${literal} } }`;
		const [{ messages }] = await eslint.lintText(code, { filePath: 'nodes/A.node.ts' });
		for (const { ruleId, message, line } of messages) {
			const finding = `${ruleId}: ${message} ${code.split('\n')[line - 1].trim()}`;
			if (!/node-param|Parsing/.test(finding) || MEANT.test(finding)) continue;
			console.error(`${className}: ${finding}`);
			process.exitCode = 1;
		}
	}
}

void main();
