export type { FaultOptions } from './faults.ts';
export type { SandboxOptions } from './options.ts';
export type { RequestLogEntry } from './request-log.ts';
export { sandboxInviteLinks, sandboxRights, sandboxTokens } from './seed/tokens.ts';
export { createSandbox, type Sandbox } from './server.ts';
