import { resourceProperties } from '../../../items/operation';
import { get } from './get.operation';
import { getAll } from './getAll.operation';
import { getFreeSlots } from './getFreeSlots.operation';

export const operations = { get, getFreeSlots, getAll };

export const description = resourceProperties('calendar', operations, 'getAll');
