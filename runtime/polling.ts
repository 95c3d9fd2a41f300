/** Between two looks at what n8n does in its own time. */
export const POLL_MS = 100;

/** n8n answers 404 for a while: to the owner's set-up until it has booted, to a webhook after activation. */
export const APPEAR_MS = 30_000;
