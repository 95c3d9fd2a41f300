import { createServer } from 'node:http';
import { listen } from '../listen';
import type { Listening } from '../listen';

/** An RSS feed with a new item each time it is read. */
export interface Feed extends Listening {
	/** How often it was read. */
	polls(): number;
}

export async function openFeed(): Promise<Feed> {
	let polls = 0;
	const server = createServer((_request, response) => {
		polls += 1;
		// A feed tells whole seconds, and a reader takes what is newer than what it has.
		const date = new Date(Date.now() + 2_000).toUTCString();
		const item = `<item><title>Item ${polls}</title><pubDate>${date}</pubDate></item>`;
		response.setHeader('content-type', 'application/rss+xml');
		response.end(
			`<?xml version="1.0"?><rss version="2.0"><channel><title>Feed</title>${item}</channel></rss>`,
		);
	});
	return { ...(await listen(server)), polls: () => polls };
}
