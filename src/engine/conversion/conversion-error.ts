/** Why a text cannot be converted: one line that says what to do. */
export class ConversionError extends Error {}
