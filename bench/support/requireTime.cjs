/**
 * Prints how many milliseconds it takes to load the given files, as n8n loads a package's nodes and
 * credentials. n8n-workflow is loaded before, as it is in n8n.
 */
const { createRequire } = require('node:module');

const files = process.argv.slice(2);
createRequire(files[0])('n8n-workflow');
const begun = process.hrtime.bigint();
for (const file of files) require(file);
console.log(Number(process.hrtime.bigint() - begun) / 1e6);
