/** Handles a result or a rejection that nobody needs, or that is reported elsewhere: one without a handler ends the process. */
export function ignore(): void {}
