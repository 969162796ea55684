import { unwrapResolverError } from '@apollo/server/errors';
import { GraphQLError, type GraphQLFormattedError, Kind } from 'graphql';
import { GatewayError } from '../../../engine/engine.ts';
import { counter, type Labels, type MetricFamily } from './family.ts';

/** Counts the values of the REST service that break its contract, by REST operation and field. The schema bounds both. */
export class ContractViolations {
  readonly #samples = new Map<string, { labels: Labels; value: number }>();

  /** Counts an error of a field, if it is one of these. `formatted` is what a client sees of it. */
  countIn({ extensions }: GraphQLFormattedError, error: unknown): void {
    if (extensions?.code !== 'UPSTREAM_CONTRACT') return;
    const cause = unwrapResolverError(error);
    if (cause instanceof GatewayError) this.#count(cause.rest?.operation ?? '', cause.field ?? '');
    else this.#count('', fieldOf(error));
  }

  get family(): MetricFamily {
    const samples = [...this.#samples.values()].map((sample) => ({ ...sample }));
    return counter(
      'docgraph_contract_violations_total',
      'Values of the REST service that break its contract.',
      samples,
    );
  }

  #count(operation: string, field: string): void {
    const key = `${operation} ${field}`;
    const sample = this.#samples.get(key) ?? { labels: { docgraph_rest_operation: operation, field }, value: 0 };
    sample.value++;
    this.#samples.set(key, sample);
  }
}

/** The name of the field as the schema has it: a path would hold the client's aliases. */
function fieldOf(error: unknown): string {
  const [node] = (error instanceof GraphQLError && error.nodes) || [];
  return node?.kind === Kind.FIELD ? node.name.value : '';
}
