import { useGraphiQL } from '@graphiql/react';
import { useContext, useId, useState } from 'react';
import { wasMade } from '../../../engine/plan/call-levels.ts';
import type { Plan, PlannedCall } from '../../../engine/plan/call-tree.ts';
import { explained } from '../explain.ts';
import { setCursor } from '../links/editor-links.ts';
import { formatMost, formatNumber, plural } from '../numbers.ts';
import { useResponse } from '../runs.ts';
import { ConfigContext } from '../tools/tools-context.ts';
import { type CostlyArgument, costliestPath } from './costliest.ts';
import { isSameOperation } from './fetch-plan.ts';
import './plan-bar.css';
import { type ShownPlan, usePlan } from './use-plan.ts';

/** One line beside the execute button: the REST calls that are expected and those at most, and what makes them fewer. */
export function PlanBar({ endpoint }: { endpoint: string }) {
  const shown = usePlan(endpoint);
  const [isOpen, setIsOpen] = useState(false);
  const panelId = useId();
  const { plan, costly, isStale } = shown;
  return (
    <section aria-label="Plan" className="docgraph-plan" aria-busy={isStale}>
      <Made plan={shown} />
      {plan && (
        <button
          type="button"
          className="docgraph-plan-summary"
          aria-expanded={isOpen}
          aria-controls={panelId}
          title="Show the costliest path of the plan"
          onClick={() => setIsOpen(!isOpen)}
        >
          <strong>{formatNumber(plan.expectedCalls)} expected</strong>
          <span className="docgraph-plan-most">
            {formatMost(plan.calls)} {plan.calls === 1 ? 'call' : 'calls'}
          </span>
          <span>{plural(plan.levels, 'level')}</span>
        </button>
      )}
      {plan && <Limit plan={plan} />}
      <Message plan={shown} />
      {costly && <LowerButton costly={costly} />}
      {plan && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls it with the arrow keys
        <div id={panelId} className="docgraph-plan-path" hidden={!isOpen} tabIndex={0}>
          <CostliestPath path={costliestPath(plan)} />
        </div>
      )}
    </section>
  );
}

function Message({ plan: { problem, isStale } }: { plan: ShownPlan }) {
  if (problem !== undefined)
    return (
      <span className="docgraph-plan-problem" title={problem}>
        {problem}
      </span>
    );
  return isStale ? <span className="docgraph-plan-problem">Planning …</span> : null;
}

/** The number of calls at which a request ends, and whether the plan may need more. */
function Limit({ plan }: { plan: Plan }) {
  const { maxCalls } = useContext(ConfigContext);
  if (maxCalls === undefined) return null;
  const isWithin = plan.calls !== null && plan.calls <= maxCalls;
  return (
    <span className="docgraph-plan-limit" title="MAX_CALLS: beyond it, fields are null with an error.">
      {isWithin ? `limit ${formatNumber(maxCalls)}` : `stops at ${formatNumber(maxCalls)}`}
    </span>
  );
}

/** After a run with explain: the calls that the same request has made. */
function Made({ plan: { isStale, request } }: { plan: ShownPlan }) {
  const response = useResponse();
  const calls = explained(response?.result)?.calls;
  if (!calls || isStale || !request || !isSameOperation(response?.request, request)) return null;
  return <span className="docgraph-plan-made">{formatNumber(calls.filter(wasMade).length)} made</span>;
}

/** Sets the cursor to the argument that makes the plan cheaper when it is lowered. */
function LowerButton({ costly }: { costly: CostlyArgument }) {
  const editor = useGraphiQL((state) => state.queryEditor);
  const { connection, first, callsPerItem, offset, isLeftOut } = costly;
  const argument = isLeftOut ? `first: ${first} by default` : `first: ${first}`;
  return (
    <button
      type="button"
      className="docgraph-plan-lower"
      title={`Each item of ${connection} costs up to ${plural(callsPerItem, 'call')}. Set the cursor there.`}
      onClick={() => setCursor(editor, offset)}
    >
      Lower <code>{argument}</code> of <code>{connection}</code>
    </button>
  );
}

function CostliestPath({ path }: { path: readonly PlannedCall[] }) {
  if (path.length === 0) return <p>The operation makes no REST calls.</p>;
  return (
    <table>
      <caption>The costliest path</caption>
      <thead>
        <tr>
          <th scope="col">Level</th>
          <th scope="col">Field</th>
          <th scope="col">Operation</th>
          <th scope="col">Expected</th>
          <th scope="col">At most</th>
        </tr>
      </thead>
      <tbody>
        {path.map(({ field, operation, level, calls, expectedCalls }) => (
          <tr key={`${level} ${field} ${operation}`}>
            <td>{level}</td>
            <th scope="row" title={field}>
              {field.split('.').at(-1)}
            </th>
            <td>{operation}</td>
            <td>{formatNumber(expectedCalls)}</td>
            <td>{formatMost(calls)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
