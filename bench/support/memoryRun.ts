import './packed';
import { argumentOf, serveParent } from './child';

/** What one process is to run. */
export interface MemoryRun {
	way: 'knowledge' | 'httpRequest';
	url: string;
	items: number;
	batch?: { batchSize: number; batchInterval: number };
}

/** Bytes. */
export interface MemoryUsed {
	/** By which the process was larger at its largest than before. */
	peak: number;
}

const { way, url, items: count, batch } = argumentOf<MemoryRun>();

async function run(): Promise<MemoryUsed> {
	const ways = await import('./lookUpWays');
	const once = async (items: Array<{ slug: string }>) =>
		way === 'knowledge'
			? await ways.withKnowledge(url, items)
			: await ways.withHttpRequest(url, items, batch);
	// Everything that is loaded at the first use is not the items' doing.
	await once(ways.itemsWith(20, 20) as Array<{ slug: string }>);
	const items = ways.itemsWith(count, count) as Array<{ slug: string }>;
	const before = process.memoryUsage().rss;
	await once(items);
	// Kilobytes; kept by the operating system, so nothing that comes and goes in between is missed.
	const peak = process.resourceUsage().maxRSS * 1024 - before;
	return { peak };
}

serveParent(run);
