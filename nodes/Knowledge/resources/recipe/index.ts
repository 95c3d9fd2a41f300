import { resourceProperties } from '../../../items/operation';
import { search } from './search.operation';

export const operations = { search };

export const description = resourceProperties('recipe', operations, 'search');
