import type { GraphQLObjectType } from 'graphql';
import { useId, useState } from 'react';
import { variablesText } from '../../examples.ts';
import { useOpenTab } from '../tools/open-tab.ts';
import { leafFieldsOf, type Step } from './build-query.ts';
import { rootName, targetOf } from './model.ts';
import type { BuilderState } from './use-builder.ts';
import './builder.css';

export interface BuilderProps {
  state: BuilderState;
  onShowDocs: (type: string) => void;
  /** Called when the query was opened in a tab. */
  onOpen: () => void;
}

/** The query along the chosen types: its steps, what it selects, where it can go on, and its text. */
export function Builder({ state, onShowDocs, onOpen }: BuilderProps) {
  const { steps, type, built } = state;
  const openTab = useOpenTab();
  const open = () => {
    openTab(built.query, variablesText(built));
    onOpen();
  };
  const last = steps.at(-1);
  return (
    <section aria-label="Query builder" className="docgraph-builder">
      <Path state={state} />
      {last && type && <Selection step={last} type={type} state={state} />}
      <Leads state={state} />
      {last && (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls it with the arrow keys */}
          <pre className="docgraph-code" tabIndex={0}>
            {built.query}
          </pre>
          <p className="docgraph-builder-actions">
            <button type="button" className="docgraph-button" onClick={open}>
              Open in a tab
            </button>
            {type && (
              <button type="button" className="docgraph-button-small" onClick={() => onShowDocs(type.name)}>
                Documentation of {type.name}
              </button>
            )}
          </p>
        </>
      )}
    </section>
  );
}

function Path({ state: { steps, cut } }: { state: BuilderState }) {
  return (
    <nav aria-label="Path of the query">
      <ol>
        {[rootName, ...steps.map(({ field }) => field)].map((name, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place in the path
          <li key={i}>
            <button type="button" aria-current={i === steps.length ? 'step' : undefined} onClick={() => cut(i)}>
              {name}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Most records of a list that a connection reads. */
const maxFirst = 1000;

interface SelectionProps {
  step: Step;
  type: GraphQLObjectType;
  state: BuilderState;
}

function Selection({ step, type, state: { steps, change, parent } }: SelectionProps) {
  const field = parent?.getFields()[step.field];
  const toggle = (name: string) =>
    change({ selected: leafFieldsOf(type).filter((one) => step.selected.includes(one) !== (one === name)) });
  return (
    <>
      <h3>{type.name}</h3>
      {field && targetOf(field).isConnection && (
        <First key={steps.map((one) => one.field).join('.')} first={step.first} change={(first) => change({ first })} />
      )}
      <fieldset key={steps.length}>
        <legend>Fields</legend>
        {leafFieldsOf(type).map((name) => (
          <label key={name}>
            <input type="checkbox" checked={step.selected.includes(name)} onChange={() => toggle(name)} />
            {name}
          </label>
        ))}
      </fieldset>
    </>
  );
}

/** Keeps what is typed until it is left, as the way to a number may lead over texts that are none. */
function First({ first, change }: { first: number; change: (first: number) => void }) {
  const id = useId();
  const [text, setText] = useState(String(first));
  const onInput = (value: string) => {
    setText(value);
    const entered = Number(value);
    if (Number.isInteger(entered) && entered >= 1 && entered <= maxFirst) change(entered);
  };
  return (
    <p className="docgraph-builder-first">
      <label htmlFor={id}>first</label>
      <input
        id={id}
        type="number"
        min={1}
        max={maxFirst}
        value={text}
        onChange={({ target }) => onInput(target.value)}
        onBlur={() => setText(String(first))}
      />
      of each list
    </p>
  );
}

function Leads({ state: { leads, follow, steps } }: { state: BuilderState }) {
  if (leads.length === 0) return null;
  return (
    <>
      <h3>{steps.length === 0 ? 'Start with' : 'Go on to'}</h3>
      <ul>
        {leads.map((lead) => (
          <li key={lead.field}>
            <button type="button" onClick={() => follow(lead)}>
              {lead.field} <span>{lead.needsValue ? `${lead.type} by id or value` : lead.type}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
