import { useGraphiQL } from '@graphiql/react';
import { type DocumentNode, type GraphQLSchema, validate } from 'graphql';
import { useContext, useEffect, useMemo, useState } from 'react';
import type { Plan } from '../../../engine/plan/call-tree.ts';
import { InvalidHeader } from '../connection/request-headers.ts';
import { objectIn } from '../editor-json.ts';
import { operationIn, parseQuery } from '../links/query-fields.ts';
import { ConnectionContext } from '../tools/tools-context.ts';
import { type CostlyArgument, costliestArgument } from './costliest.ts';
import { fetchPlan, type PlanRequest, type PlanResult } from './fetch-plan.ts';

/** How long the text must stay the same before its plan is requested, in milliseconds. */
const debounceMs = 300;

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

interface ValidRequest extends PlanRequest {
  /** The id of its tab. */
  readonly tab: string;
  readonly document: DocumentNode;
}

/** The plan of the operation in the editor, requested again whenever the text has changed and is valid. */
export function usePlan(endpoint: string): ShownPlan {
  const schema = useGraphiQL((state) => state.schema);
  const text = useGraphiQL(({ tabs, activeTabIndex }) => tabs[activeTabIndex]?.query?.trim() ?? '');
  const request = useValidRequest(schema);
  const [latest, setLatest] = useState<LatestPlan>();
  useEffect(() => {
    if (request === undefined) return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      fetchPlan(endpoint, request, abort.signal).then(
        (result) => setLatest({ request, result }),
        (error: unknown) => {
          if (!abort.signal.aborted) setLatest({ request, result: { problem: problemOf(error) } });
        },
      );
    }, debounceMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [endpoint, request]);
  return useMemo(() => shownPlan(latest, request, { schema, text }), [latest, request, schema, text]);
}

interface LatestPlan {
  request: ValidRequest;
  result: PlanResult;
}

/** Of the text as it is now; of an earlier text of the same tab, while the plan of this one is requested. */
function shownPlan(
  latest: LatestPlan | undefined,
  request: ValidRequest | undefined,
  { schema, text }: { schema: GraphQLSchema | null | undefined; text: string },
): ShownPlan {
  const nothing = { plan: undefined, isStale: false, request, costly: undefined };
  if (request === undefined) return { ...nothing, problem: schema ? reasonFor(text) : 'No plan yet' };
  const known = latest?.request.tab === request.tab ? latest : undefined;
  const isStale = known?.request !== request;
  if (known === undefined) return { ...nothing, problem: undefined, isStale };
  if ('problem' in known.result) return { ...nothing, problem: isStale ? undefined : known.result.problem, isStale };
  const { plan } = known.result;
  return {
    plan,
    problem: undefined,
    isStale,
    request,
    costly: isStale ? undefined : costliestArgument(plan, { ...known.request, schema }),
  };
}

/** Why a plan was not requested, or has not come. */
function problemOf(error: unknown): string {
  return error instanceof InvalidHeader ? `No plan. ${error.message}` : 'No plan: the gateway does not respond.';
}

/** Why a text has no plan. */
function reasonFor(text: string): string {
  return text.replaceAll(/^\s*#.*$/gm, '').trim() === ''
    ? 'No operation to plan'
    : 'No plan: the operation is not valid';
}

/** The request that the execute button would send; undefined while it is invalid. The same object while it is the same. */
function useValidRequest(schema: GraphQLSchema | null | undefined): ValidRequest | undefined {
  const operationName = useGraphiQL((state) => state.operationName);
  const { headers: common } = useContext(ConnectionContext);
  const tab = useGraphiQL(({ tabs, activeTabIndex }) => tabs[activeTabIndex]);
  const { id = '', query, variables, headers } = tab ?? {};
  return useMemo(() => {
    const document = query ? parseQuery(query) : undefined;
    const values = objectIn(variables);
    const ownHeaders = objectIn(headers);
    if (!query || !document || !values || !ownHeaders || !schema) return undefined;
    if (!operationIn(document, operationName)) return undefined;
    if (validate(schema, document, undefined, { maxErrors: 1 }).length > 0) return undefined;
    return {
      tab: id,
      query,
      document,
      variables: values,
      operationName: operationIn(document, operationName)?.name?.value,
      headers: { ...common, ...ownHeaders },
    };
  }, [schema, operationName, id, query, variables, headers, common]);
}
