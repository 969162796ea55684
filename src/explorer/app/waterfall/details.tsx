import { useGraphiQL } from '@graphiql/react';
import type { GraphQLFormattedError } from 'graphql';
import { type ReactNode, useMemo, useState } from 'react';
import type { GraphQLResponse } from '../fetcher.ts';
import { goToField, goToPlace } from '../links/editor-links.ts';
import { formatMs } from '../numbers.ts';
import { CopyCalls } from '../tools/copy-call.tsx';
import { MarkIcon } from './icons.tsx';
import { markMeanings, marksOf, markText } from './marks.ts';
import { phasesOf } from './phases.ts';
import { valueAt } from './record-title.ts';
import type { TimedCall } from './timed-call.ts';
import type { WaterfallState } from './use-waterfall.ts';

export interface DetailsProps {
  call: TimedCall;
  state: WaterfallState;
  response: GraphQLResponse;
}

/** All that is known of one call, and the ways from it to the editors and to the call that it waited for. */
export function Details({ call, state, response }: DetailsProps) {
  return (
    <section aria-label="Selected call" className="docgraph-details">
      <p className="docgraph-details-url">
        {call.method} {breakable(call.path, '/')}
      </p>
      <CallLinks call={call} operationName={response.request.operationName} />
      <Facts call={call} state={state} response={response} />
      <Preview call={call} data={state.data} />
      <ul>
        {marksOf(call).map((mark) => (
          <li key={mark} className={`docgraph-${mark}`}>
            <MarkIcon mark={mark} />
            <span>
              <strong>{markText(call, mark)}</strong> {markMeanings[mark]}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Facts({ call, state, response }: DetailsProps) {
  const { waitedFor } = call;
  const phases = phasesOf(call);
  return (
    <dl>
      <Fact name="Status">{call.status ?? 'No response'}</Fact>
      <Fact name="Time">
        {formatMs(call.ms)}, from {formatMs(call.startedAt)} to {formatMs(call.end)}
      </Fact>
      {phases && (
        <Fact name="Parts">
          queued {formatMs(phases.queued)}, first byte {formatMs(phases.waited)}, body {formatMs(phases.body)}
        </Fact>
      )}
      <Fact name="Level">{call.level}</Fact>
      {waitedFor && (
        <Fact name="Waited for">
          <button type="button" onClick={() => state.select(waitedFor)}>
            {waitedFor.operation}
          </button>
        </Fact>
      )}
      {call.field && <Fact name="Field">{breakable(call.field, '.')}</Fact>}
      {errorsOf(call, response.result.errors).map((error) => (
        <Fact key={`${error.path?.join('.')} ${error.message}`} name="Error">
          {error.message}
        </Fact>
      ))}
    </dl>
  );
}

/** Longest text of a preview, in characters. */
const maxPreview = 4000;

/** The value that the call's field has in the response. */
function Preview({ call: { responsePath }, data }: { call: TimedCall; data: unknown }) {
  const [isOpen, setIsOpen] = useState(false);
  const value = responsePath && valueAt(data, responsePath);
  if (value == null) return null;
  return (
    <details className="docgraph-preview" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>Value in the response</summary>
      {isOpen && <PreviewText value={value} />}
    </details>
  );
}

/** A value may be the whole response: its text is made when it is shown, and once. */
function PreviewText({ value }: { value: unknown }) {
  const text = useMemo(() => JSON.stringify(value, null, 2), [value]);
  return <pre>{text.length > maxPreview ? `${text.slice(0, maxPreview)}\n…` : text}</pre>;
}

function CallLinks({ call, operationName }: { call: TimedCall; operationName: string | undefined }) {
  const { field, responsePath } = call;
  const queryEditor = useGraphiQL((state) => state.queryEditor);
  const responseEditor = useGraphiQL((state) => state.responseEditor);
  return (
    <p className="docgraph-details-links">
      {field && (
        <button type="button" onClick={() => goToField(queryEditor, operationName, field)}>
          Go to the field
        </button>
      )}
      {responsePath && (
        <button type="button" onClick={() => goToPlace(responseEditor, responsePath)}>
          Go to the response
        </button>
      )}
      <CopyCalls calls={[call]}>Copy as curl</CopyCalls>
    </p>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A text that may break after a separator. */
function breakable(text: string, separator: string): string {
  return text.replaceAll(separator, `${separator}\u200b`);
}

/** The errors at the call's place in the response that name its operation. */
function errorsOf({ operation, responsePath }: TimedCall, errors: readonly GraphQLFormattedError[] = []) {
  return errors.filter(({ path, extensions }) => {
    const rest = extensions?.rest as { operation?: string } | undefined;
    return rest?.operation === operation && responsePath?.every((step, i) => path?.[i] === step);
  });
}
