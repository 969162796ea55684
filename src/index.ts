export { contract, operations } from './resources/contract.ts';
export { createSandbox, type Sandbox, type SandboxOptions, sandboxTokens } from './sandbox/index.ts';
export type { ExecuteRequest, ExecuteResult } from './server/adapters/in-process.ts';
export { createGateway, type Gateway } from './server/gateway.ts';
export type { Authenticate, AuthenticationRequest, ClientIdentity } from './server/graphql/authentication.ts';
export type { ServerContext as GatewayContext } from './server/graphql/context.ts';
export type { CallEvent, Hooks, OperationEvent } from './server/hooks.ts';
export type { GatewayOptions } from './server/options.ts';
export { readSettings, type Settings, SettingsError } from './server/settings.ts';
