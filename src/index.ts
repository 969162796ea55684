export { contract, operations } from './resources/contract.ts';
export { createSandbox, type Sandbox, type SandboxOptions, sandboxTokens } from './sandbox/index.ts';
export { createGateway, type Gateway, type GatewayOptions } from './server/gateway.ts';
export { readSettings, type Settings, SettingsError } from './server/settings.ts';
