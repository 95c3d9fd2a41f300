/** Types of build.mjs, for TypeScript that calls it. */
export function buildPackage(root: string): Promise<string>;
