import { type Tracer, trace } from '@opentelemetry/api';
import type { Logger } from 'pino';
import { packageVersion } from '../../runtime/package-root.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Observer } from '../observer.ts';
import { ApiTracing } from './api-tracing.ts';
import { batchFrame } from './batch.ts';
import { ExportQueue } from './export-queue.ts';
import { OtlpSender } from './otlp-sender.ts';
import { createSampler } from './sampler.ts';
import { TraceRecorder } from './trace-recorder.ts';

const name = 'docgraph';

/** Longest time for the last spans at the end of the process, in milliseconds. */
const maxCloseMs = 3000;

/** `droppedSpans`: the number of spans that could not be exported; undefined where the application exports them. */
export type Tracing = Observer & { readonly droppedSpans?: number };

/**
 * Traces go to the tracer provider that the application has registered with OpenTelemetry's API, or else to the OTLP receiver of
 * the settings. Undefined where there is neither.
 */
export function createTracing(settings: Settings, upstream: URL, logger: Logger): Tracing | undefined {
  const route = settings.basePath + settings.graphqlPath;
  const tracer = registeredTracer();
  if (tracer !== undefined) return new ApiTracing(tracer, upstream, route);
  const url = tracesUrl(settings);
  if (url === undefined || settings.otelSdkDisabled) return undefined;
  const { otelExporterOtlpHeaders: headers, otelExporterOtlpTimeout: timeoutMs, shutdownTimeout } = settings;
  const sender = new OtlpSender({ url, headers, timeoutMs });
  const frame = batchFrame(resourceOf(settings), { name, version: packageVersion() });
  return new TraceRecorder({
    sampler: createSampler(settings.otelTracesSampler, settings.otelTracesSamplerArg),
    queue: new ExportQueue({ frame, sender, delayMs: settings.otelBspScheduleDelay, logger }),
    route,
    upstream,
    closeTimeoutMs: Math.min(maxCloseMs, shutdownTimeout / 2),
  });
}

/** The tracer of the provider that the application has registered. */
function registeredTracer(): Tracer | undefined {
  const provider = trace.getTracerProvider();
  // The proxy stands for a provider that may be registered later.
  return 'getDelegateTracer' in provider && typeof provider.getDelegateTracer === 'function'
    ? provider.getDelegateTracer(name, packageVersion())
    : provider.getTracer(name, packageVersion());
}

function tracesUrl({ otelExporterOtlpEndpoint: base, otelExporterOtlpTracesEndpoint }: Settings): URL | undefined {
  if (otelExporterOtlpTracesEndpoint !== undefined || base === undefined) return otelExporterOtlpTracesEndpoint;
  const url = new URL(base);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/v1/traces`;
  return url;
}

function resourceOf({ otelServiceName, otelResourceAttributes }: Settings): Record<string, string | number> {
  return {
    'service.name': name,
    'service.version': packageVersion(),
    'process.pid': process.pid,
    'telemetry.sdk.name': name,
    'telemetry.sdk.language': 'nodejs',
    'telemetry.sdk.version': packageVersion(),
    ...otelResourceAttributes,
    ...(otelServiceName !== undefined && { 'service.name': otelServiceName }),
  };
}
