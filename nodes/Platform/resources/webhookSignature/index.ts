import { resourceProperties } from '../../../items/operation';
import { verify } from './verify.operation';

export const operations = { verify };

export const description = resourceProperties('webhookSignature', operations, 'verify');
