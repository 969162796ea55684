import { expect } from 'vitest';
import { sandboxTokens } from '../../../src/sandbox/index.ts';
import { fetchWhole } from '../clients/whole-response.ts';
import type { RandomOperation } from '../random/random-operations.ts';
import { type Response, serializeEffects, serializeExactly } from '../upstreams/responses.ts';
import type { TestGateway } from './gateway.ts';

/** A request for both gateways: an operation, possibly with invalid variables. */
export type Request = Pick<RandomOperation, 'query' | 'operationName'> & { variables: unknown };

/** Two gateways with different executors, whose responses must be equal. */
export class ExecutorPair {
  readonly #compiled: TestGateway;
  readonly #reference: TestGateway;
  /** Number of compared requests. */
  compared = 0;
  /** Number of requests whose responses differed only in which of several errors nulled a field. */
  raced = 0;
  /** All `extensions.code` values of the responses. */
  readonly codes = new Set<string>();
  /** All strings in the responses' data. */
  readonly texts = new Set<string>();

  constructor(compiled: TestGateway, reference: TestGateway) {
    this.#compiled = compiled;
    this.#reference = reference;
  }

  /** Checks that both responses are equal, and returns them. `name` is part of the failure message. */
  async expectSameResponse(request: Request, name: string): Promise<Response> {
    const [ours, theirs] = await Promise.all([post(this.#compiled, request), post(this.#reference, request)]);
    const what = `${name}\n${request.query}\n${JSON.stringify(request.variables)}`;
    expect(ours.head, what).toEqual(theirs.head);
    this.compared += 1;
    if (serializeExactly(ours.body) !== serializeExactly(theirs.body)) {
      this.raced += 1;
      expect(serializeEffects(ours.body), what).toBe(serializeEffects(theirs.body));
    }
    for (const { extensions } of ours.body.errors ?? []) this.codes.add(String(extensions?.code));
    this.#collectTexts(ours.body.data);
    return ours.body;
  }

  #collectTexts(value: unknown): void {
    if (typeof value === 'string') this.texts.add(value);
    if (typeof value === 'object' && value !== null)
      for (const inner of Object.values(value)) this.#collectTexts(inner);
  }
}

async function post({ url }: TestGateway, request: Request) {
  const response = await fetchWhole(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${sandboxTokens.admin}` },
    body: JSON.stringify({ query: request.query, variables: request.variables, operationName: request.operationName }),
  });
  const head = { status: response.status, type: response.headers['content-type'] };
  // Records hold addresses of the service, and each gateway may have one of its own.
  const body = response.text.replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'http://service');
  return { head, body: JSON.parse(body) as Response };
}
