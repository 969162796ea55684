/** Thrown for a file that cannot be compared; the message is one sentence for its author. */
export class DocumentError extends Error {}
