import type { AllHandlers } from './handlers.ts';

/** The table of all handlers, from which the server makes its routes. */
export const allHandlers: Partial<AllHandlers> = {};
