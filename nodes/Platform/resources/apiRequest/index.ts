import { resourceProperties } from '../../../items/operation';
import { send } from './send.operation';

export const operations = { send };

export const description = resourceProperties('apiRequest', operations, 'send');
