/** Reads in flight at once: enough to hide the network's delay, few enough to stay a polite client. */
const CONCURRENT_READS = 5;

/**
 * Writes go out one after the other in the order of the items: of two items that want one slot the
 * first one gets it, and after a lost connection it is clear which item is in doubt.
 */
const CONCURRENT_WRITES = 1;

const READS: Record<string, readonly string[]> = {
	calendar: ['get', 'getAll', 'getFreeSlots'],
	installedLocation: ['getAll'],
	webhook: ['getAll'],
};

/** How many items of an operation are worked on at the same time. */
export function concurrencyOf(resource: string, operation: string): number {
	return READS[resource]?.includes(operation) ? CONCURRENT_READS : CONCURRENT_WRITES;
}
