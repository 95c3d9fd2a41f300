import { TriggerMemory } from './triggerMemory';

/** Some 25 MB. Beyond it the trigger that was idle longest is dropped and reads static data again. */
const MAX_EVENTS_IN_PROCESS = 250_000;

/** Bounds the rest of what a memory takes. */
const MAX_TRIGGERS = 1_000;

/** Triggers grow between looks by at most this many events in sum. */
const CALLS_BETWEEN_LOOKS = 256;

let calls = 0;

/** Least recently used first. One for the process: memory is what deliveries in flight share. */
const memories = new Map<string, TriggerMemory>();

function makeRoom(): void {
	let events = 0;
	for (const memory of memories.values()) events += memory.remembered.size;
	for (const [key, memory] of memories) {
		if (events <= MAX_EVENTS_IN_PROCESS && memories.size < MAX_TRIGGERS) return;
		if (!memory.isIdle) continue;
		events -= memory.remembered.size;
		memories.delete(key);
	}
}

/**
 * The memory of one trigger node in this process.
 *
 * @param key workflow id and node id; a node's name can be changed, its id stays
 */
export function memoryOf(key: string, retentionMinutes: number): TriggerMemory {
	let memory = memories.get(key);
	if (memory) {
		memory.remembered.setRetention(retentionMinutes);
		memories.delete(key);
	} else {
		memory = new TriggerMemory(retentionMinutes);
	}
	calls += 1;
	if (memories.size >= MAX_TRIGGERS || calls % CALLS_BETWEEN_LOOKS === 0) makeRoom();
	memories.set(key, memory);
	return memory;
}

/** Forgets everything, as a restart of n8n does. */
export function forgetAll(): void {
	memories.clear();
}
