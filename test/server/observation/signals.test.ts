import { describe, expect, it } from 'vitest';
import { outcomes } from '../../../src/server/observation/outcome.ts';
import { errorCodes } from '../../../src/server/observation/request-outcome.ts';
import { embeddedGateways } from '../../support/gateways/embedded-gateway.ts';
import { parseMetrics } from '../../support/services/metrics.ts';
import { add, callCount, expectedCounts, statusOf } from '../../support/signals/expected-counts.ts';
import { faults as faultRows } from '../../support/signals/faults.ts';
import { observe, type Signals, secretToken } from '../../support/signals/observe.ts';
import { clientFaults, limits } from '../../support/signals/rejections.ts';
import type { Row } from '../../support/signals/requests.ts';
import { successes } from '../../support/signals/successes.ts';
import { writes } from '../../support/signals/writes.ts';

const create = embeddedGateways();

const rows: readonly Row[] = [...successes, ...clientFaults, ...limits, ...faultRows, ...writes];

/** One of each outcome, as graphql-js executes it. */
const ofGraphqlJs = outcomes.map((outcome): Row => {
  const row = rows.find((one) => one.outcome === outcome && one.reason === undefined && one.path === undefined) as Row;
  return { ...row, settings: { ...row.settings, EXECUTOR: 'graphql-js' } };
});

/** Outcomes that are faults of the gateway or of the REST service. */
const faults: readonly string[] = ['partial', 'service_fault', 'gateway_fault', 'unknown_write'];

describe('metrics, the log and traces tell the same', () => {
  it.each(rows)('of $name: $outcome', (row) => expectAgreement(row));

  it.each(ofGraphqlJs)('of $name, by graphql-js: $outcome', (row) => expectAgreement(row));

  it('has each outcome and each code of an error before the first request', async () => {
    const { gateway } = await create({}, { METRICS: 'true' });
    const samples = parseMetrics(await gateway.metrics());
    for (const outcome of outcomes) expect(samples.get(`docgraph_requests_total{outcome="${outcome}"}`)).toBe(0);
    for (const code of errorCodes) expect(samples.get(`docgraph_errors_total{code="${code}"}`)).toBe(0);
  });
});

async function expectAgreement(row: Row): Promise<void> {
  const { signals, deltas, text } = await observe(create, row);
  for (const { line } of signals) expect(line).toMatchObject({ outcome: row.outcome, status: row.status });
  expect(signals.at(-1)?.line).toMatchObject({
    ...row.line,
    ...(row.reason !== undefined && { reason: row.reason }),
  });
  expect(signals.flatMap(({ line }) => line.errors ?? [])).toEqual(row.errors ?? []);
  expect(signals.flatMap(({ calls }) => calls.map(shownCall)).sort()).toEqual(row.calls ?? []);
  for (const signal of signals) expectSpanOf(signal);
  await expect.poll(deltas).toEqual(countsOf(row, signals));
  expect(text).not.toContain(secretToken);
}

/** How a call got its response, or its status. */
function shownCall({ attributes }: Signals['calls'][number]): string {
  if (attributes['docgraph.call.cached'] === true) return 'cached';
  return attributes['docgraph.call.shared'] === true ? 'shared' : statusOf(attributes);
}

function countsOf(row: Row, signals: readonly Signals[]): Record<string, number> {
  const counts: Record<string, number> = { ...row.counts };
  for (const call of row.otherCalls ?? []) add(counts, callCount(call));
  for (const signal of signals) {
    for (const [name, more] of Object.entries(expectedCounts(signal, row.path ?? 'full'))) add(counts, name, more);
  }
  return counts;
}

function expectSpanOf({ line, span, calls }: Signals): void {
  if (span === undefined) return;
  const isError = faults.includes(String(line.outcome));
  expect(span.status).toBe(isError || (Number(line.status) >= 500 && line.outcome !== 'cancelled') ? 2 : 0);
  expect(span.attributes).toMatchObject({
    'docgraph.outcome': line.outcome,
    'http.response.status_code': line.status,
    ...(line.msg === 'operation' && { 'docgraph.calls': line.calls }),
    ...(line.planned !== undefined && { 'docgraph.calls.planned': line.planned }),
    ...(line.shared === true && { 'docgraph.execution.shared': true }),
  });
  if (isError) expect(span.attributes).toHaveProperty('error.type');
  for (const call of calls) {
    const status = statusOf(call.attributes);
    const isFailed = status === 'none' || Number(status) >= 400;
    if (isFailed) expect(call).toMatchObject({ status: 2, attributes: { 'error.type': expect.any(String) } });
    if (status === 'cancelled') expect(call.attributes).not.toHaveProperty('error.type');
  }
}
