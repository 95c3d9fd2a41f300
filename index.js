/**
 * What `require('n8n-nodes-crm-platform')` gives: the node and credential classes by name.
 * n8n itself does not read this file, it loads the files listed under `n8n` in package.json.
 */
const { nodes, credentials } = require('./package.json').n8n;

for (const file of [...nodes, ...credentials]) {
	const [, name] = /(\w+)\.(node|credentials)\.js$/.exec(file);
	exports[name] = require(`./${file}`)[name];
}
