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
import { named } from './setting.ts';
import { tracingSettings } from './tracing.ts';
import { trustedDocumentSettings } from './trusted-documents.ts';
import { upstreamSettings } from './upstream.ts';
import { upstreamRouteSettings } from './upstream-route.ts';

/** All settings by subject, as the documentation and the help show them; titles are headings. */
export const settingGroups = {
  upstream: { title: 'REST service', settings: named(upstreamSettings) },
  upstreamRoute: { title: 'Connections to the REST service', settings: named(upstreamRouteSettings) },
  authentication: { title: 'Authentication', settings: named(authenticationSettings) },
  server: { title: 'Server and processes', settings: named(serverSettings) },
  limits: { title: 'Limits', settings: named(limitSettings) },
  cache: { title: 'Cache', settings: named(cacheSettings) },
  cacheChanges: { title: 'Changes made elsewhere', settings: named(cacheChangeSettings) },
  rateLimits: { title: 'Rate limits', settings: named(rateLimitSettings) },
  cors: { title: 'CORS', settings: named(corsSettings) },
  features: { title: 'Features', settings: named(featureSettings) },
  trustedDocuments: { title: 'Trusted documents', settings: named(trustedDocumentSettings) },
  metrics: { title: 'Metrics', settings: named(metricsSettings) },
  admin: { title: 'Admin port', settings: named(adminSettings) },
  tracing: { title: 'Traces', settings: named(tracingSettings) },
  liveChecks: { title: 'Checks in live traffic', settings: named(liveCheckSettings) },
};
