/**
 * Prints, as JSON, how the n8n in the folder of the first argument behaves where nodes/n8n/ works
 * around it. Runs n8n's own files, without a server or a database.
 */
const { realpathSync } = require('node:fs');
const { join } = require('node:path');
const { PassThrough } = require('node:stream');
const { setTimeout: pause } = require('node:timers/promises');
const { gzipSync } = require('node:zlib');

const n8n = realpathSync(process.argv[2]);
const own = (file) => require(join(n8n, 'dist', file));
const dependency = (name) => require(require.resolve(name, { paths: [n8n] }));
const { Container } = dependency('@n8n/di');

/** What becomes of reading a compressed body that breaks off. */
async function brokenBody() {
	const { rawBodyReader } = own('middlewares/body-parser.js');
	const headers = { 'content-encoding': 'gzip', 'content-type': 'application/json' };
	const request = Object.assign(new PassThrough(), { headers, method: 'POST', url: '/' });
	rawBodyReader(request, {}, () => {});
	const reading = request.readRawBody().then(
		() => 'read',
		() => 'refused',
	);
	request.write(gzipSync('{}'.repeat(1_000)).subarray(0, 15));
	await pause(50);
	request.destroy();
	return await Promise.race([reading, pause(1_000, 'open')]);
}

/** How n8n's record of processed items takes what is given to it at once. */
async function processedItems() {
	let row = null;
	const table = {
		findOne: async () => await pause(5, structuredClone(row)),
		insert: async (added) => {
			await pause(5);
			if (row) throw new Error('PRIMARY KEY');
			row = structuredClone(added);
		},
		update: async (_where, changed) => {
			await pause(5);
			row = structuredClone(changed);
		},
	};
	Container.set(dependency('@n8n/db').ProcessedDataRepository, table);
	const { DeduplicationHelper } = own('deduplication/deduplication-helper.js');
	const helper = new DeduplicationHelper();
	const context = { workflow: { id: 'w' }, node: { id: 'n' } };
	const options = { mode: 'entries', maxEntries: 3 };
	const record = async (...keys) =>
		await helper.checkProcessedAndRecord(keys, 'node', context, options);
	const firstCalls = await Promise.allSettled([record('a'), record('b')]);
	const twice = await record('x', 'x');
	await Promise.all([record('c'), record('d')]);
	const lost = await record('c', 'd');
	return {
		firstCalls: firstCalls.map(({ status }) => status),
		newOfTwice: twice.new.length,
		lostOfTwo: lost.new.length,
		keptAtMost: row.value.data.length,
		keptBy: row.context,
	};
}

(async () => {
	const found = { brokenBody: await brokenBody(), processedItems: await processedItems() };
	process.stdout.write(JSON.stringify(found));
	process.exit(0);
})();
