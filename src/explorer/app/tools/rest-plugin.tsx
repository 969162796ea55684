import type { GraphiQLPlugin } from '@graphiql/react';
import { type FormEvent, useContext, useId, useState } from 'react';
import { wasMade } from '../../../engine/plan/call-levels.ts';
import { variablesText } from '../../examples.ts';
import { explained } from '../explain.ts';
import { plural } from '../numbers.ts';
import { useResponse } from '../runs.ts';
import { operationFromRest } from './convert.ts';
import { CopyCalls } from './copy-call.tsx';
import { Icon } from './icon.tsx';
import { useOpenTab } from './open-tab.ts';
import { ConfigContext } from './tools-context.ts';

/** A pane that makes operations of REST calls, and REST calls of responses. */
export const restPlugin: GraphiQLPlugin = { title: 'REST and GraphQL', icon: RestIcon, content: Rest };

function Rest() {
  return (
    <section aria-label="REST and GraphQL" className="docgraph-pane docgraph-form">
      <h2>REST and GraphQL</h2>
      <FromRest />
      <ToRest />
    </section>
  );
}

interface Outcome {
  isError: boolean;
  lines: readonly string[];
}

function FromRest() {
  const { endpoint } = useContext(ConfigContext);
  const [text, setText] = useState('');
  const [outcome, setOutcome] = useState<Outcome>();
  const open = useOpenTab();
  const id = useId();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    try {
      const { query, variables, operation, notes } = await operationFromRest(endpoint, text);
      open(query, variablesText({ variables }));
      setOutcome({ isError: false, lines: [`Opened ${operation} in a new tab.`, ...notes] });
    } catch (error) {
      setOutcome({ isError: true, lines: [error instanceof Error ? error.message : String(error)] });
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <h3>From REST</h3>
      <label htmlFor={id}>
        Paste a curl command, a call of fetch, or a REST path, and get the operation that makes the same call.
      </label>
      <textarea
        id={id}
        value={text}
        onChange={(event) => setText(event.target.value)}
        placeholder={'curl https://…/v1/orgs/…/sites?limit=10\nor GET /v1/orgs'}
        rows={6}
        spellCheck={false}
      />
      <button type="submit" className="docgraph-button" disabled={text.trim() === ''}>
        Open as operation
      </button>
      <output className={outcome?.isError ? 'docgraph-error' : ''}>
        {outcome?.lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </output>
    </form>
  );
}

function ToRest() {
  const calls = (explained(useResponse()?.result)?.calls ?? []).filter(wasMade);
  return (
    <section>
      <h3>To REST</h3>
      {calls.length === 0 ? (
        <p>Execute an operation while “Explain” is on: its REST calls can then be copied as curl commands.</p>
      ) : (
        <>
          <p>The commands read the token from $TOKEN, and never contain it.</p>
          <CopyCalls calls={calls}>{`Copy ${plural(calls.length, 'REST call')} as curl`}</CopyCalls>
        </>
      )}
    </section>
  );
}

function RestIcon() {
  return <Icon size={24} path="M7 7h12m-4-4 4 4-4 4M17 17H5m4-4-4 4 4 4" />;
}
