import { wasMade } from '../../engine/plan/call-levels.ts';
import { explained } from './explain.ts';
import type { GraphQLResponse } from './fetcher.ts';
import { formatBytes, formatMs, formatSeconds, plural } from './numbers.ts';
import { NextPageButton } from './paging/next-page-button.tsx';
import { type Run, useElapsed, useRun } from './runs.ts';

/** One line below the response: what the tab's latest request is doing, or how it ended. */
export function Footer() {
  const run = useRun();
  const elapsed = useElapsed(run);
  if (!run) return null;
  return (
    <div className="docgraph-footer">
      <output data-state={run.state}>
        {itemsOf(run, elapsed).map((item, i) => (
          // Screen readers announce that it runs, and not each tenth of a second.
          <span key={item} aria-hidden={run.state === 'running' && i > 0}>
            {item}
          </span>
        ))}
      </output>
      <NextPageButton />
    </div>
  );
}

function itemsOf(run: Run, elapsed: number): string[] {
  switch (run.state) {
    case 'running':
      return ['Running', formatSeconds(elapsed), ...(run.progress ? [plural(run.progress.calls, 'REST call')] : [])];
    case 'stopped':
      return ['Stopped', `after ${formatSeconds(run.ms)}`];
    case 'failed':
      return [
        ...(run.status === undefined ? ['No response'] : [`HTTP ${run.status}`, 'Not a GraphQL response']),
        `after ${formatSeconds(run.ms)}`,
      ];
    case 'unsent':
      return ['Not sent'];
    case 'done':
      return factsOf(run.response);
  }
}

/** Status, time, size and, with explain, the number of REST calls. */
function factsOf({ status, ms, size, result }: GraphQLResponse): string[] {
  const calls = explained(result)?.calls.filter(wasMade);
  return [
    `HTTP ${status}`,
    formatMs(ms),
    formatBytes(size),
    ...(result.errors?.length ? [plural(result.errors.length, 'error')] : []),
    ...(calls ? [plural(calls.length, 'REST call')] : []),
  ];
}
