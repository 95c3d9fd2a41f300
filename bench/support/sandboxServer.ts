import { createSandbox } from '../../sandbox/createSandbox';
import { serveParent } from './child';

/** The sandbox in a process of its own; the parent talks to its control interface over HTTP. */
void createSandbox().then(({ url }) => serveParent(() => ({ url })));
