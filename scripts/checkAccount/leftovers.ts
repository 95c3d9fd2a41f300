import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** What a run makes on the account, and has to remove. */
export interface Made {
	kind: 'appointment' | 'contact' | 'note' | 'opportunity' | 'tag' | 'task';
	/** Empty while the request that makes it is under way. */
	id: string;
	/** The contact that a note or a task belongs to; of a contact, its email. */
	of?: string;
}

/** The record of one location: a kill between two requests then leaves a line that names what is there. */
export class Leftovers {
	private list: Made[];

	constructor(
		private readonly file: string,
		private readonly locationId: string,
	) {
		this.list = this.readAll()[locationId] ?? [];
	}

	all(): readonly Made[] {
		return this.list;
	}

	add(made: Made): Made {
		this.list.push(made);
		this.save();
		return made;
	}

	/** Fills in the ID that the platform gave. */
	identify(made: Made, id: string): void {
		made.id = id;
		this.save();
	}

	remove(made: Made): void {
		this.list = this.list.filter((one) => one !== made);
		this.save();
	}

	private readAll(): Record<string, Made[]> {
		try {
			return JSON.parse(readFileSync(this.file, 'utf8')) as Record<string, Made[]>;
		} catch {
			return {};
		}
	}

	private save(): void {
		const all = { ...this.readAll(), [this.locationId]: this.list };
		if (this.list.length === 0) delete all[this.locationId];
		if (Object.keys(all).length === 0) return rmSync(this.file, { force: true });
		mkdirSync(path.dirname(this.file), { recursive: true });
		writeFileSync(this.file, JSON.stringify(all, null, '\t'), { mode: 0o600 });
	}
}
