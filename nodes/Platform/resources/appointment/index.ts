import type { PlatformResource } from '../../operation';
import { book } from './book.operation';
import { cancel } from './cancel.operation';
import { askToConfirm } from '../../contactPage/askToConfirm.operation';
import { offerSlots } from '../../contactPage/offerSlots.operation';
import { get } from './get.operation';
import { getAll } from './getAll.operation';
import { reschedule } from './reschedule.operation';
import { updateStatus } from './updateStatus.operation';

export const appointment: PlatformResource = {
	name: 'Appointment',
	operations: { book, reschedule, cancel, updateStatus, get, getAll, offerSlots, askToConfirm },
};
