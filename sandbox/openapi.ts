import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Document } from 'openapi-backend';
import { parse } from 'yaml';

/** The contract as `openapi.yaml` has it. */
export const openapi = parse(readFileSync(join(__dirname, 'openapi.yaml'), 'utf8')) as Document;
