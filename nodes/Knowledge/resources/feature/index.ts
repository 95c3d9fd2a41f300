import { resourceProperties } from '../../../items/operation';
import { get } from './get.operation';

export const operations = { get };

export const description = resourceProperties('feature', operations, 'get');
