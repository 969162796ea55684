import { useGraphiQL } from '@graphiql/react';
import { type DocumentNode, type GraphQLSchema, isSchema, validate } from 'graphql';
import { useContext, useEffect, useMemo, useState } from 'react';
import type { Plan } from '../../../engine/plan/call-tree.ts';
import { objectIn } from '../editor-json.ts';
import { operationIn, parseQuery } from '../links/query-fields.ts';
import { ConnectionContext } from '../tools/tools-context.ts';
import { type CostlyArgument, costliestArgument } from './costliest.ts';
import { type PlanRequest, type PlanResult, planOf } from './fetch-plan.ts';

/** How long the text must stay the same before its plan is requested, in milliseconds. */
const debounceMs = 300;
/** After a temporary problem the plan is requested again, at first and at most after so many milliseconds. */
const retryMs = { least: 2000, most: 10_000 };

/** What the plan bar shows of the active tab. */
export interface ShownPlan {
  /** Of the text as it is now, or of the one before it while it is requested; undefined for a text that is not valid. */
  readonly plan: Plan | undefined;
  /** Why the text has no plan, in one sentence. */
  readonly problem: string | undefined;
  /** Whether the plan is older than the text. */
  readonly isStale: boolean;
  /** What the plan is of, as the execute button would send it. */
  readonly request: PlanRequest | undefined;
  readonly costly: CostlyArgument | undefined;
}

/** The plan of the operation in the editor, requested again whenever the text has changed and is valid. */
export function usePlan(endpoint: string): ShownPlan {
  const schema = useKnownSchema();
  const tab = useGraphiQL(({ tabs, activeTabIndex }) => tabs[activeTabIndex]?.id ?? '');
  const request = usePlanRequest(schema);
  const [latest, setLatest] = useState<LatestPlan>();
  useEffect(() => {
    if (typeof request === 'string') return;
    return keepPlan(endpoint, request, (result) => setLatest({ tab, request, result }));
  }, [endpoint, tab, request]);
  return useMemo(
    () => shownPlan(latest?.tab === tab ? latest : undefined, request, schema),
    [latest, tab, request, schema],
  );
}

interface LatestPlan {
  readonly tab: string;
  readonly request: ValidRequest;
  readonly result: PlanResult;
}

/** Requests a plan, again and again while there is a temporary problem, until the returned function is called. */
function keepPlan(endpoint: string, request: PlanRequest, onResult: (result: PlanResult) => void): () => void {
  const abort = new AbortController();
  let timer: ReturnType<typeof setTimeout>;
  const requestAfter = (ms: number, nextMs: number) => {
    timer = setTimeout(async () => {
      const result = await planOf(endpoint, request, abort.signal);
      if (abort.signal.aborted) return;
      onResult(result);
      if ('problem' in result && result.isTemporary) requestAfter(nextMs, Math.min(2 * nextMs, retryMs.most));
    }, ms);
  };
  requestAfter(debounceMs, retryMs.least);
  return () => {
    clearTimeout(timer);
    abort.abort();
  };
}

/** Of the text as it is now; of an earlier text of the same tab, while the plan of this one is requested. */
function shownPlan(latest: LatestPlan | undefined, request: ValidRequest | string, schema: KnownSchema): ShownPlan {
  const nothing = { plan: undefined, problem: undefined, isStale: false, request: undefined, costly: undefined };
  if (typeof request === 'string') return { ...nothing, problem: request };
  const isStale = latest?.request !== request;
  if (latest === undefined) return { ...nothing, request, isStale };
  const { result } = latest;
  if ('problem' in result) return { ...nothing, request, problem: isStale ? undefined : result.problem, isStale };
  const planned = { ...latest.request, schema: isSchema(schema) ? schema : undefined };
  const { plan } = result;
  return { ...nothing, plan, isStale, request, costly: isStale ? undefined : costliestArgument(plan, planned) };
}

/** The request of the execute button, or why it has no plan. The same object while it is the same. */
function usePlanRequest(schema: KnownSchema): ValidRequest | string {
  const operationName = useGraphiQL((state) => state.operationName);
  const { headers: common } = useContext(ConnectionContext);
  const { query, variables, headers } = useGraphiQL(({ tabs, activeTabIndex }) => {
    const tab = tabs[activeTabIndex];
    return { query: tab?.query, variables: tab?.variables, headers: tab?.headers };
  });
  return useMemo(
    () => planRequestOf({ query, operationName, variables, headers }, common, schema),
    [schema, operationName, query, variables, headers, common],
  );
}

function useKnownSchema(): KnownSchema {
  return useGraphiQL(({ schema, fetchError }) => schema ?? (fetchError === null ? 'loading' : 'unavailable'));
}

export interface EditedTexts {
  readonly query: string | null | undefined;
  readonly operationName: string | undefined;
  readonly variables: string | null | undefined;
  /** Headers of the tab. */
  readonly headers: string | null | undefined;
}

/** A request of the execute button, which is valid as far as the page can tell. */
interface ValidRequest extends PlanRequest {
  readonly document: DocumentNode;
}

/** The schema, or why there is none. Without it, the gateway alone tells whether an operation is valid. */
export type KnownSchema = GraphQLSchema | 'loading' | 'unavailable';

/**
 * The request that the execute button would send, or a sentence that says why it has no plan. The headers of the tab replace the
 * common ones.
 */
export function planRequestOf(
  { query, operationName, variables, headers }: EditedTexts,
  commonHeaders: PlanRequest['headers'],
  schema: KnownSchema,
): ValidRequest | string {
  if (!query || isEmpty(query)) return 'No operation to plan';
  const values = objectIn(variables);
  const ownHeaders = objectIn(headers);
  const document = parseQuery(query);
  const operation = document && operationIn(document, operationName);
  if (!document || !operation) return 'No plan: the operation is not valid';
  if (!values) return 'No plan: the variables are not valid';
  if (!ownHeaders) return 'No plan: the headers are not valid';
  if (schema === 'loading') return 'No plan yet';
  if (schema !== 'unavailable' && validate(schema, document, undefined, { maxErrors: 1 }).length > 0)
    return 'No plan: the operation is not valid';
  return {
    query,
    document,
    variables: values,
    operationName: operation.name?.value,
    headers: { ...commonHeaders, ...ownHeaders },
  };
}

/** Whether a text has nothing but comments. */
function isEmpty(text: string): boolean {
  return text.replaceAll(/^\s*#.*$/gm, '').trim() === '';
}
