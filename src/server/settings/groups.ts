import { adminSettings } from './admin.ts';
import { authenticationSettings } from './authentication.ts';
import { cacheSettings } from './cache.ts';
import { cacheChangeSettings } from './cache-changes.ts';
import { corsSettings } from './cors.ts';
import { featureSettings } from './features.ts';
import { limitSettings } from './limits.ts';
import { liveCheckSettings } from './live-checks.ts';
import { metricsSettings } from './metrics.ts';
import { rateLimitSettings } from './rate-limits.ts';
import { serverSettings } from './server.ts';
import type { Setting } from './setting.ts';
import { type SettingName, settings } from './settings.ts';
import { tracingSettings } from './tracing.ts';
import { trustedDocumentSettings } from './trusted-documents.ts';
import { upstreamSettings } from './upstream.ts';
import { upstreamRouteSettings } from './upstream-route.ts';

type Group = Readonly<Record<string, Setting<unknown>>>;

/** All settings by subject, as the documentation and the help show them; titles are headings. */
export const settingGroups = {
  upstream: { title: 'REST service', settings: upstreamSettings as Group },
  upstreamRoute: { title: 'Connections to the REST service', settings: upstreamRouteSettings as Group },
  authentication: { title: 'Authentication', settings: authenticationSettings as Group },
  server: { title: 'Server and processes', settings: serverSettings as Group },
  limits: { title: 'Limits', settings: limitSettings as Group },
  cache: { title: 'Cache', settings: cacheSettings as Group },
  cacheChanges: { title: 'Changes made elsewhere', settings: cacheChangeSettings as Group },
  rateLimits: { title: 'Rate limits', settings: rateLimitSettings as Group },
  cors: { title: 'CORS', settings: corsSettings as Group },
  features: { title: 'Features', settings: featureSettings as Group },
  trustedDocuments: { title: 'Trusted documents', settings: trustedDocumentSettings as Group },
  metrics: { title: 'Metrics', settings: metricsSettings as Group },
  admin: { title: 'Admin port', settings: adminSettings as Group },
  tracing: { title: 'Traces', settings: tracingSettings as Group },
  liveChecks: { title: 'Checks in live traffic', settings: liveCheckSettings as Group },
};

/** The settings that most users need. */
const commonNames: readonly SettingName[] = [
  'upstreamUrl',
  'upstreamToken',
  'forwardHeaders',
  'host',
  'port',
  'basePath',
  'workers',
  'logLevel',
  'requestTimeout',
  'maxCalls',
  'cache',
  'redisUrl',
  'corsOrigins',
  'trustedDocuments',
  'adminPort',
];

export const commonSettings: Group = Object.fromEntries(commonNames.map((name) => [name, settings[name]]));
