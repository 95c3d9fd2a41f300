import type { Operation, Run } from '../items/operation';
import type { PlatformClient } from '../platformApi/client';

/** An operation of this node. */
export type PlatformOperation = Operation<PlatformClient>;
export type PlatformRun = Run<PlatformClient>;
