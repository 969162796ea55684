export type { SdlForm } from './engine/engine.ts';
export { createSandbox, type Sandbox, type SandboxOptions, sandboxTokens } from './sandbox/index.ts';
export {
  type Authenticate,
  type AuthenticationRequest,
  AuthenticationUnavailable,
} from './server/admission/authentication.ts';
export type { TrustedDocumentsOption } from './server/admission/trusted-documents/create.ts';
export { TrustedDocumentsError } from './server/admission/trusted-documents/errors.ts';
export type { DocumentsSource } from './server/admission/trusted-documents/trusted-documents.ts';
export { createGateway, type Gateway } from './server/gateway.ts';
export { withRecord } from './server/graphql/schema-extension.ts';
export type { ClientIdentity } from './server/http/http-messages.ts';
export type { CallEvent, Hooks, OperationEvent } from './server/observation/hooks.ts';
export type { GatewayOptions } from './server/options.ts';
export type { ServerContext as GatewayContext } from './server/request/request-state.ts';
export type { ReadinessState } from './server/runtime/probes.ts';
export { type Config, defineConfig, readSettings, type Settings, SettingsError } from './server/settings/settings.ts';
export type { WebhookMapping } from './server/settings/webhook-mapping.ts';
export type {
  ExecuteRequest,
  ExecuteResult,
} from './server/transport/adapters/in-process.ts';
