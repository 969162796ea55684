import { type Logger, pino } from 'pino';
import type { Engine } from '../../engine/engine.ts';
import { formatError } from '../graphql/format-error.ts';
import type { Settings } from '../settings/settings.ts';
import { compiledTarget, graphqlJsTarget, type OwnTargetOptions } from './own-executors.ts';
import { Shadow } from './shadow.ts';
import { ShadowReport } from './shadow-report.ts';
import type { ShadowTarget } from './shadow-target.ts';
import { UrlTarget } from './url-target.ts';

interface ShadowParts {
  readonly engine: Engine;
  readonly logger: Logger;
  readonly isOverloaded: () => boolean;
  readonly onCall: OwnTargetOptions['onCall'];
}

/** The second executions of the settings; undefined where they are off. */
export function createShadow(
  settings: Settings,
  { engine, logger, isOverloaded, onCall }: ShadowParts,
): Shadow | undefined {
  const { shadowShare: share, shadowConcurrency: concurrency, shadowQueue: maxQueue } = settings;
  if (share === 0) return undefined;
  // The errors of second executions are compared, and not logged.
  const format = formatError(pino({ level: 'silent' }), settings, engine.schema);
  const other = urlTarget(settings, engine);
  // Both executors of this process use the same kept responses. Another build has the present data of the service.
  const own = compiledTarget({ engine, format, onCall, readsAnew: other !== undefined });
  const target = other ?? graphqlJsTarget({ engine, format, onCall });
  return new Shadow({
    target,
    own,
    report: new ShadowReport(target.name, logger),
    share,
    concurrency,
    maxQueue,
    timeoutMs: settings.shadowTimeout,
    maxSize: settings.shadowMaxBytes,
    isOverloaded,
  });
}

function urlTarget(settings: Settings, { schema }: Engine): ShadowTarget | undefined {
  const { shadowUrl: url, shadowMaxBytes, shadowConcurrency: connections, shadowTimeout: timeoutMs } = settings;
  if (url === undefined) return undefined;
  const ownHeaders = new Set(Object.keys(settings.upstreamHeaders ?? {}).map((name) => name.toLowerCase()));
  const ownAuthorization = settings.upstreamToken && `Bearer ${settings.upstreamToken}`;
  // Names of fields and errors may make a response larger than the result that is compared.
  const maxBytes = 4 * shadowMaxBytes;
  return new UrlTarget({ url, schema, connections, timeoutMs, ownHeaders, ownAuthorization, maxBytes });
}
