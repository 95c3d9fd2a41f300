import { createHmac } from 'node:crypto';

import type { Slot } from '../../booking/slots';
import type { Seal, SealPurpose } from '../../bookingPage/pageParts';

/** A slot that a page of this wait has offered. */
export interface SealedSlot {
	slot: Slot;
	/** The page knew that it may have been done already. */
	isRepeat: boolean;
}

/** Makes the function that seals what a form offers. Nobody else can make such a text, so nothing is written but what was offered. */
export function makeSeal(key: string, wait: string): Seal {
	return (purpose, { start, end, offset = 0 }, isRepeat = false) => {
		const slotText = [start, end, offset].join('_');
		const parts: string[] = [wait, purpose, slotText];
		if (isRepeat) parts.push('again');
		const signature = createHmac('sha256', key).update(parts.join(' ')).digest('hex');
		return `${slotText}_${signature}`;
	};
}

/** Reads a text that the seal has made for this purpose. Undefined for any other text. */
export function openSeal(seal: Seal, purpose: SealPurpose, text = ''): SealedSlot | undefined {
	const [start, end, offset] = text.split('_').map(Number);
	const slot: Slot = { start, end, offset };
	for (const isRepeat of [false, true]) {
		if (seal(purpose, slot, isRepeat) === text) return { slot, isRepeat };
	}
	return undefined;
}
