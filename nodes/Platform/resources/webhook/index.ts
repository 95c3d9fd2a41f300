import { resourceProperties } from '../../../items/operation';
import { create } from './create.operation';
import { get } from './get.operation';
import { getAll } from './getAll.operation';

export const operations = { create, get, getAll };

export const description = resourceProperties('webhook', operations, 'create');
