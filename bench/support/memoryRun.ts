import './packed';
import { BATCH, itemsWith, withHttpRequest, withKnowledge } from './lookUpWays';

const [way, url, count] = process.argv.slice(2);

const lookUp = async (items: number) =>
	way === 'knowledge'
		? await withKnowledge(url, itemsWith(items, items))
		: await withHttpRequest(url, itemsWith(items, items), BATCH);

/** Prints by how many bytes this process, at its largest, is larger than before its lookups. */
async function main(): Promise<void> {
	// Everything that is loaded at the first use is not the items' doing.
	await lookUp(20);
	const before = process.memoryUsage().rss;
	await lookUp(Number(count));
	// Kilobytes; kept by the operating system, so nothing that comes and goes in between is missed.
	console.log(process.resourceUsage().maxRSS * 1024 - before);
	process.exit(0);
}

void main();
