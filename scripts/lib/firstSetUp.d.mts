/** Notes how long the set-up of a fresh clone took, in milliseconds. */
export function noteFirstSetUp(root: string, milliseconds: number): Promise<void>;

/** Milliseconds; undefined where none has been noted. */
export function readFirstSetUp(root: string): Promise<number | undefined>;
