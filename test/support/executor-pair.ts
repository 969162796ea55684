import { expect } from 'vitest';
import { sandboxTokens } from '../../src/sandbox/index.ts';
import type { TestGateway } from './gateway.ts';
import type { RandomOperation } from './random-operations.ts';
import { type Response, serializeEffects, serializeExactly } from './responses.ts';

/** What is sent to both: an operation, or what a mistaken client makes of one. */
export type Request = Pick<RandomOperation, 'query' | 'operationName'> & { variables: unknown };

/** Two gateways that differ in their executor, and have to answer alike. */
export class ExecutorPair {
  readonly #compiled: TestGateway;
  readonly #reference: TestGateway;
  /** How many requests were compared. */
  compared = 0;
  /** How many were answered alike but for which of several errors took a place and those below it. */
  raced = 0;
  /** All `extensions.code` that were answered. */
  readonly codes = new Set<string>();
  /** All texts that were answered. */
  readonly texts = new Set<string>();

  constructor(compiled: TestGateway, reference: TestGateway) {
    this.#compiled = compiled;
    this.#reference = reference;
  }

  /** Checks that both answer a request alike, and gives what they answer. `name` is said when they don't. */
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
    this.#noteTexts(ours.body.data);
    return ours.body;
  }

  #noteTexts(value: unknown): void {
    if (typeof value === 'string') this.texts.add(value);
    if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) this.#noteTexts(inner);
  }
}

async function post({ url }: TestGateway, request: Request) {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${sandboxTokens.admin}` },
    body: JSON.stringify({ query: request.query, variables: request.variables, operationName: request.operationName }),
  });
  const head = { status: response.status, type: response.headers.get('content-type') };
  return { head, body: (await response.json()) as Response };
}
