import { define } from '../items/define';
import type { Resources, Run } from '../items/operation';
import type { PlatformClient } from '../platformApi/client';

/** Makes an operation of this node. */
export const operation = define<PlatformClient>;
export type PlatformRun = Run<PlatformClient>;

/** A resource of this node: its label, and its operations by their names in workflows. */
export type PlatformResource = Resources<PlatformClient>[string];
