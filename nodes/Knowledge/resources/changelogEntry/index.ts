import { resourceProperties } from '../../../items/operation';
import { getAll } from './getAll.operation';

export const operations = { getAll };

export const description = resourceProperties('changelogEntry', operations, 'getAll');
