import { useMemo, useState } from 'react';
import type { GraphQLResponse } from '../fetcher.ts';
import { comparable, type Difference, differencesOf, summaryOf } from './differences.ts';

/** The result that others are compared with, of whichever tab and user it was; for as long as the page is open. */
let kept: { response: GraphQLResponse; at: Date } | undefined;

/** Keeps a result, and shows how the latest one differs from it: of another run, another user or another operation. */
export function Comparison({ response }: { response: GraphQLResponse }) {
  const [reference, setReference] = useState(kept);
  const keep = () => {
    kept = { response, at: new Date() };
    setReference(kept);
  };
  return (
    <section>
      <h3>Compare</h3>
      {reference === undefined && <p>Keep this result, then execute again: as another user, or after a change.</p>}
      {reference !== undefined && reference.response !== response && (
        <Differences before={reference.response} after={response} at={reference.at} />
      )}
      {reference?.response === response && <p>This result is kept. Execute again to compare.</p>}
      <button type="button" className="docgraph-button" onClick={keep} disabled={reference?.response === response}>
        Keep this result
      </button>
    </section>
  );
}

interface DifferencesProps {
  before: GraphQLResponse;
  after: GraphQLResponse;
  at: Date;
}

function Differences({ before, after, at }: DifferencesProps) {
  const comparison = useMemo(() => differencesOf(comparable(before.result), comparable(after.result)), [before, after]);
  const summary = summaryOf(comparison, `the result that was kept at ${at.toLocaleTimeString()}`);
  if (comparison.found.length === 0) return <p>{summary}</p>;
  return (
    <>
      <p>{summary}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls it with the arrow keys */}
      <ul className="docgraph-differences" aria-label="Differences" tabIndex={0}>
        {comparison.found.map((difference) => (
          <DifferenceItem key={difference.path} difference={difference} />
        ))}
      </ul>
    </>
  );
}

function DifferenceItem({ difference: { path, before, after } }: { difference: Difference }) {
  return (
    <li>
      <code>{path}</code>
      {before !== undefined && <del>{textOf(before)}</del>}
      {after !== undefined && <ins>{textOf(after)}</ins>}
    </li>
  );
}

/** Most characters of a value that are shown. */
const maxLength = 200;

function textOf(value: unknown): string {
  const text = JSON.stringify(value) ?? '';
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}
