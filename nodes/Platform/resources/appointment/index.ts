import { resourceProperties } from '../../../items/operation';
import { book } from './book.operation';
import { cancel } from './cancel.operation';
import { offerSlots } from './contact/offerSlots.operation';
import { reschedule } from './reschedule.operation';

export const operations = { book, cancel, offerSlots, reschedule };

export const description = resourceProperties('appointment', operations, 'book');
