import { tryParseJSONC, useGraphiQL } from '@graphiql/react';
import { type DocumentNode, type GraphQLSchema, validate } from 'graphql';
import { useEffect, useMemo, useState } from 'react';
import type { Plan } from '../../../engine/plan/call-tree.ts';
import { operationIn, parseQuery } from '../links/query-fields.ts';
import { type CostlyArgument, costliestArgument } from './costliest.ts';
import { fetchPlan, type PlanRequest, type PlanResult } from './fetch-plan.ts';

/** How long the text must stay the same before its plan is requested, in milliseconds. */
const debounceMs = 300;

/** What the plan bar shows of the active tab. */
export interface ShownPlan {
  /** Of the text as it is now, or of the latest valid text. */
  readonly plan: Plan | undefined;
  /** Why the text has no plan, in one sentence. */
  readonly problem: string | undefined;
  /** Whether the plan is older than the text. */
  readonly isStale: boolean;
  readonly costly: CostlyArgument | undefined;
}

interface ValidRequest extends PlanRequest {
  readonly document: DocumentNode;
}

/** The plan of the operation in the editor, requested again whenever the text has changed and is valid. */
export function usePlan(endpoint: string): ShownPlan {
  const schema = useGraphiQL((state) => state.schema);
  const request = useValidRequest(schema);
  const [latest, setLatest] = useState<{ request: ValidRequest; result: PlanResult }>();
  useEffect(() => {
    if (request === undefined) return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      fetchPlan(endpoint, request, abort.signal).then(
        (result) => setLatest({ request, result }),
        (error: unknown) => {
          if (!abort.signal.aborted) setLatest({ request, result: { problem: `No plan: ${String(error)}` } });
        },
      );
    }, debounceMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [endpoint, request]);
  return useMemo(() => shownPlan(latest, request, schema), [latest, request, schema]);
}

function shownPlan(
  latest: { request: ValidRequest; result: PlanResult } | undefined,
  request: ValidRequest | undefined,
  schema: GraphQLSchema | null | undefined,
): ShownPlan {
  const plan = latest && 'plan' in latest.result ? latest.result.plan : undefined;
  const problem = latest && 'problem' in latest.result ? latest.result.problem : undefined;
  const isStale = latest?.request !== request;
  const costly = plan && latest && costliestArgument(plan, { ...latest.request, schema });
  return { plan, problem: isStale ? undefined : problem, isStale, costly: isStale ? undefined : costly };
}

/** The request that the execute button would send; undefined while it is invalid. The same object while it is the same. */
function useValidRequest(schema: GraphQLSchema | null | undefined): ValidRequest | undefined {
  const operationName = useGraphiQL((state) => state.operationName);
  const tab = useGraphiQL(({ tabs, activeTabIndex }) => tabs[activeTabIndex]);
  const { query, variables, headers } = tab ?? {};
  return useMemo(() => {
    const document = query ? parseQuery(query) : undefined;
    const values = objectIn(variables);
    const ownHeaders = objectIn(headers);
    if (!query || !document || !values || !ownHeaders || !schema) return undefined;
    if (!operationIn(document, operationName)) return undefined;
    if (validate(schema, document, undefined, { maxErrors: 1 }).length > 0) return undefined;
    return {
      query,
      document,
      variables: values,
      operationName: operationIn(document, operationName)?.name?.value,
      headers: stringsIn(ownHeaders),
    };
  }, [schema, operationName, query, variables, headers]);
}

/** The object of an editor's text, empty for an empty text; undefined while the text is invalid. */
function objectIn(text: string | null | undefined): Record<string, unknown> | undefined {
  try {
    return tryParseJSONC(text ?? undefined) ?? {};
  } catch {
    return undefined;
  }
}

function stringsIn(values: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
