import { createHmac } from 'node:crypto';

import type { Slot } from '../../booking/slots';
import type { Seal } from '../../bookingPage/pageParts';

/** A slot that a page of this wait has offered. */
export interface SealedSlot {
	slot: Slot;
	/** The page knew that it may have been done already. */
	isRepeat: boolean;
}

/** Makes the text of a choice for forms. Nobody else can make it, so nothing is written but what was offered. */
export const sealerOf =
	(key: string, wait: string): Seal =>
	(act, { start, end, offset = 0 }, isRepeat = false) => {
		const slot = [start, end, offset].join('_');
		const sealed = [wait, act, slot, ...(isRepeat ? ['again'] : [])].join(' ');
		return `${slot}_${createHmac('sha256', key).update(sealed).digest('hex')}`;
	};

/** Reads a text that `sealerOf` has made for the act. Undefined for any other text. */
export function openSeal(seal: Seal, act: Parameters<Seal>[0], text = ''): SealedSlot | undefined {
	const [start, end, offset] = text.split('_').map(Number);
	const slot: Slot = { start, end, offset };
	for (const isRepeat of [false, true])
		if (seal(act, slot, isRepeat) === text) return { slot, isRepeat };
	return undefined;
}
