import type { GraphiQLPlugin } from '@graphiql/react';
import { type ExplainedCall, explainedCalls } from './explain.ts';
import { useResponse } from './responses.ts';

/** A pane with a timeline of the REST calls of the latest response: which ran in parallel, and which waited. */
export const callsPlugin: GraphiQLPlugin = { title: 'REST calls', icon: CallsIcon, content: Calls };

function Calls() {
  const calls = explainedCalls(useResponse()?.result);
  return (
    <section aria-label="REST calls" className="docgraph-pane">
      <h2>REST calls</h2>
      {calls ? <Timeline calls={calls} /> : <p>Turn on “Explain” in the toolbar, then execute a query.</p>}
    </section>
  );
}

function Timeline({ calls }: { calls: ExplainedCall[] }) {
  const end = Math.max(...calls.map(({ startedAt, ms }) => startedAt + ms), 1);
  return (
    <>
      <p>
        {calls.length} in {end.toFixed(0)} ms
      </p>
      <ol className="docgraph-calls">
        {calls.map((call, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: calls have no id, and the list is always replaced as a whole.
          <Call key={index} call={call} end={end} />
        ))}
      </ol>
    </>
  );
}

function Call({ call, end }: { call: ExplainedCall; end: number }) {
  const failed = call.status === undefined || call.status >= 400;
  const marks = [call.shared && 'shared', call.batched && 'batched'].filter(Boolean).join(', ');
  return (
    <li title={`${call.method} ${call.path}`} className={failed ? 'docgraph-call-failed' : ''}>
      <span className="docgraph-call-name">
        {call.operation} {marks && <em>{marks}</em>}
      </span>
      <span className="docgraph-call-ms">{call.ms.toFixed(1)} ms</span>
      <code>
        {call.method} {call.path}
      </code>
      <svg viewBox={`0 0 ${end} 1`} preserveAspectRatio="none" aria-hidden="true">
        <rect x={call.startedAt} width={Math.max(call.ms, end / 200)} height="1" />
      </svg>
    </li>
  );
}

function CallsIcon() {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M4 5.5h8M7 10h9M7 14.5h6M13 19h7" />
    </svg>
  );
}
