import type { GraphQLSchema } from 'graphql';
import { useMemo } from 'react';
import { type Lead, leadsOf, queryOf, type Step, stepBy, stepsTo, typeAfter } from './build-query.ts';
import { type ResourceGraph, rootName } from './model.ts';

/** The steps of the query that is built, as a state of the component that outlives its picture. */
export interface Steps {
  readonly steps: readonly Step[];
  readonly setSteps: (steps: readonly Step[]) => void;
}

/** The query that is built, and what changes its steps. */
export function useBuilder(schema: GraphQLSchema, { nodes }: ResourceGraph, { steps, setSteps }: Steps) {
  const records = useMemo(() => new Set(nodes.map(({ name }) => name)), [nodes]);
  const types = useMemo(
    () => steps.map((_, i) => typeAfter(schema, steps.slice(0, i + 1))?.name ?? ''),
    [schema, steps],
  );
  const type = typeAfter(schema, steps);
  /** The type that has the last step's field. */
  const parent = typeAfter(schema, steps.slice(0, -1));
  const leads = type ? leadsOf(type, records) : [];
  const follow = (lead: Lead) => setSteps([...steps, stepBy(lead, schema)]);
  /** Keeps so many steps. */
  const cut = (count: number) => setSteps(steps.slice(0, count));
  const change = (part: Partial<Step>) =>
    setSteps(steps.map((step, i) => (i < steps.length - 1 ? step : { ...step, ...part })));
  /** Goes on to a type, back to it, or to it from the root. */
  const choose = (name: string) => {
    const lead = leads.find((one) => one.type === name);
    if (name === rootName) cut(0);
    else if (types.includes(name)) cut(types.indexOf(name) + 1);
    else if (lead) follow(lead);
    else setSteps(stepsTo(schema, records, name) ?? steps);
  };
  const built = useMemo(() => queryOf(schema, steps), [schema, steps]);
  return { steps, types, type, parent, leads, built, follow, cut, change, choose };
}

export type BuilderState = ReturnType<typeof useBuilder>;
