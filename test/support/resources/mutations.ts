import { expect } from 'vitest';
import type { Endpoint } from '../../../src/engine/contract/endpoint.ts';
import type { CallRecord } from '../../../src/engine/http/call-record.ts';
import type { GraphQLResultError, TestGateway } from '../gateways/gateway.ts';

type Input = Readonly<Record<string, unknown>>;

export interface UserErrorAnswer {
  field: string[] | null;
  message: string;
  code: string;
}

/** The result of a successful mutation. */
export interface Done {
  // biome-ignore lint/suspicious/noExplicitAny: a test reads the payload that it selected
  payload: any;
  /** The operations that were read for its selection, in call order. */
  reads: string[];
}

/** The document of a mutation, with its input as a variable. */
export function mutationOf(name: string, selection = ''): string {
  const inputType = `${name[0]?.toUpperCase()}${name.slice(1)}Input`;
  return `mutation ($input: ${inputType}!) {
    ${name}(input: $input) { ${selection} userErrors { field message code } clientMutationId }
  }`;
}

/** Mutations over HTTP. Each has a `clientMutationId`, which the payload must return. */
export function mutations({ execute: run }: TestGateway) {
  let sent = 0;
  const send = async (name: string, input: Input, selection: string, token?: string) => {
    sent += 1;
    const clientMutationId = `form ${sent}`;
    const variables = { input: { ...input, clientMutationId } };
    const result = await run(mutationOf(name, selection), { variables, ...(token !== undefined && { token }) });
    return { ...result, clientMutationId };
  };

  /** Runs a mutation that must succeed with exactly one write, of the given operation. */
  async function done(endpoint: Endpoint, name: string, input: Input, selection: string, token?: string) {
    const { data, errors, calls, clientMutationId } = await send(name, input, selection, token);
    expect(errors).toBeUndefined();
    const { userErrors, clientMutationId: given, ...payload } = data[name];
    expect({ userErrors, given }).toEqual({ userErrors: [], given: clientMutationId });
    expect(writesIn(calls)).toEqual([endpoint.id]);
    const reads = calls.filter(({ method }) => method === 'GET').map((call) => call.operation);
    return { payload, reads } satisfies Done;
  }

  /** Runs a mutation that the service must reject; resolves to its only user error. */
  async function refused(endpoint: Endpoint, name: string, input: Input, token?: string): Promise<UserErrorAnswer> {
    const { data, errors, calls, clientMutationId } = await send(name, input, '', token);
    expect(errors).toBeUndefined();
    expect(calls.map((call) => call.operation)).toEqual([endpoint.id]);
    expect(data[name].clientMutationId).toBe(clientMutationId);
    expect(data[name].userErrors).toHaveLength(1);
    return data[name].userErrors[0];
  }

  /** Runs a mutation whose input must be rejected before any call; resolves to its user errors. */
  async function unsent(name: string, input: Input): Promise<UserErrorAnswer[]> {
    const { data, errors, calls, clientMutationId } = await send(name, input, '');
    expect(errors).toBeUndefined();
    expect(calls).toEqual([]);
    expect(data[name].clientMutationId).toBe(clientMutationId);
    return data[name].userErrors;
  }

  /** Runs a mutation that must fail with one top-level error at its path, and null as its data. */
  async function failed(name: string, input: Input, token?: string): Promise<GraphQLResultError & { calls: string[] }> {
    const { data, errors, calls } = await send(name, input, '', token);
    expect(data[name]).toBeNull();
    expect(errors).toHaveLength(1);
    const [error] = errors as [GraphQLResultError];
    expect(error.path).toEqual([name]);
    return { ...error, calls: calls.map((call) => call.operation) };
  }

  return { done, refused, unsent, failed };
}

export type Mutations = ReturnType<typeof mutations>;

function writesIn(calls: readonly CallRecord[]): string[] {
  return calls.filter(({ method }) => method !== 'GET').map(({ operation }) => operation);
}

/** The expected error of a user who can see the record but lacks the permission. */
export function forbidden({ id, method, path }: Endpoint) {
  return {
    extensions: { code: 'FORBIDDEN', rest: { operation: id, method, path, status: 403 } },
    calls: [id],
  };
}

/** The expected error for a record that does not exist or that the user cannot see. */
export function missing({ id }: Endpoint) {
  return { extensions: { code: 'NOT_FOUND', rest: { operation: id, status: 404 } }, calls: [id] };
}
