import { z } from 'zod';
import { httpAddress } from './http-address.ts';
import { boolean, choice, duration, headerPairs, pairs, ratio, setting } from './setting.ts';

/** Decides which traces are exported, by the standard names of `OTEL_TRACES_SAMPLER`. */
export const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

export type SamplerName = (typeof samplers)[number];

/** Traces, by the standard variables of OpenTelemetry. */
export const tracingSettings = {
  otelExporterOtlpEndpoint: setting(
    undefined,
    'Address of an OTLP receiver, without `/v1/traces`. If set, traces are exported there.',
    httpAddress,
  ),
  otelExporterOtlpTracesEndpoint: setting(
    undefined,
    'Address that traces are sent to, with its path. It replaces `OTEL_EXPORTER_OTLP_ENDPOINT`.',
    httpAddress,
  ),
  otelExporterOtlpHeaders: setting(
    '',
    'Headers that are sent to the OTLP receiver, such as `authorization=Bearer%20…`. A secret.',
    headerPairs('api-key=secret,x-tenant=docs'),
  ),
  otelExporterOtlpTimeout: setting('10000', 'Timeout of one export, in milliseconds.', duration(1, 600_000)),
  otelBspScheduleDelay: setting(
    '1000',
    'Time after which spans are exported that do not fill a batch, in milliseconds.',
    duration(1, 600_000),
  ),
  otelExporterOtlpProtocol: setting(
    'http/protobuf',
    'Protocol of the export: `http/protobuf` is the only one.',
    choice(['http/protobuf']),
  ),
  otelServiceName: setting(
    undefined,
    'Name of this service in traces. If unset, `service.name` of `OTEL_RESOURCE_ATTRIBUTES`, or `docgraph`.',
    z.string().max(256, 'must have at most 256 characters'),
  ),
  otelResourceAttributes: setting(
    '',
    'Attributes of this service in traces, such as `deployment.environment.name=production`.',
    pairs(
      (name) => /^[\x21-\x2b\x2d-\x3c\x3e-\x7e]{1,100}$/.test(name),
      'deployment.environment.name=production,k8s.pod.name=docgraph-0',
    ),
  ),
  otelTracesSampler: setting(
    'parentbased_always_on',
    `Which traces are exported: ${samplers.map((name) => `\`${name}\``).join(', ')}.`,
    choice(samplers),
  ),
  otelTracesSamplerArg: setting('1', 'Part of the traces that the samplers by ratio export, from 0 to 1.', ratio),
  otelSdkDisabled: setting('false', 'Whether the export of traces is turned off.', boolean),
};
