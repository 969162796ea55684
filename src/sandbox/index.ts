export type { FaultOptions } from './faults.ts';
export type { JournalEntry } from './journal.ts';
export type { SandboxOptions } from './options.ts';
export { sandboxTokens } from './seed/tokens.ts';
export { createSandbox, type Sandbox } from './server.ts';
