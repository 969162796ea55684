import { expect } from 'vitest';
import type { Operation } from '../../src/engine/contract/operation.ts';
import type { CallRecord } from '../../src/engine/http/client.ts';
import type { AnsweredError, TestGateway } from './gateway.ts';

type Input = Readonly<Record<string, unknown>>;

export interface UserErrorAnswer {
  field: string[] | null;
  message: string;
  code: string;
}

/** What a mutation that was carried out gave. */
export interface Done {
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into the payload that it asked for
  payload: any;
  /** The operations of the reads that its selection made, in their order. */
  reads: string[];
}

/** The mutation with a name, as an operation whose variable is its input. */
export function mutationOf(name: string, selection = ''): string {
  const inputType = `${name[0]?.toUpperCase()}${name.slice(1)}Input`;
  return `mutation ($input: ${inputType}!) {
    ${name}(input: $input) { ${selection} userErrors { field message code } clientMutationId }
  }`;
}

/** Mutations over HTTP. Each is sent with a `clientMutationId`, and has to give it back. */
export function mutations({ ask }: TestGateway) {
  let sent = 0;
  const send = async (name: string, input: Input, selection: string, token?: string) => {
    sent += 1;
    const clientMutationId = `form ${sent}`;
    const variables = { input: { ...input, clientMutationId } };
    const answer = await ask(mutationOf(name, selection), { variables, ...(token !== undefined && { token }) });
    return { ...answer, clientMutationId };
  };

  /** A mutation that must succeed with exactly one write, that of its operation. */
  async function done(operation: Operation, name: string, input: Input, selection: string, token?: string) {
    const { data, errors, calls, clientMutationId } = await send(name, input, selection, token);
    expect(errors).toBeUndefined();
    const { userErrors, clientMutationId: given, ...payload } = data[name];
    expect({ userErrors, given }).toEqual({ userErrors: [], given: clientMutationId });
    expect(writesIn(calls)).toEqual([operation.id]);
    const reads = calls.filter(({ method }) => method === 'GET').map((call) => call.operation);
    return { payload, reads } satisfies Done;
  }

  /** A mutation that the service must refuse because of its input or the record's state: its only user error. */
  async function refused(operation: Operation, name: string, input: Input, token?: string): Promise<UserErrorAnswer> {
    const { data, errors, calls, clientMutationId } = await send(name, input, '', token);
    expect(errors).toBeUndefined();
    expect(calls.map((call) => call.operation)).toEqual([operation.id]);
    expect(data[name].clientMutationId).toBe(clientMutationId);
    expect(data[name].userErrors).toHaveLength(1);
    return data[name].userErrors[0];
  }

  /** A mutation whose input is found wrong before anything is sent: its user errors. */
  async function unsent(name: string, input: Input): Promise<UserErrorAnswer[]> {
    const { data, errors, calls, clientMutationId } = await send(name, input, '');
    expect(errors).toBeUndefined();
    expect(calls).toEqual([]);
    expect(data[name].clientMutationId).toBe(clientMutationId);
    return data[name].userErrors;
  }

  /** A mutation that must end in an error of its own, at its own path, with nothing in its place. */
  async function failed(name: string, input: Input, token?: string): Promise<AnsweredError & { calls: string[] }> {
    const { data, errors, calls } = await send(name, input, '', token);
    expect(data[name]).toBeNull();
    expect(errors).toHaveLength(1);
    const [error] = errors as [AnsweredError];
    expect(error.path).toEqual([name]);
    return { ...error, calls: calls.map((call) => call.operation) };
  }

  return { done, refused, unsent, failed };
}

export type Mutations = ReturnType<typeof mutations>;

function writesIn(calls: readonly CallRecord[]): string[] {
  return calls.filter(({ method }) => method !== 'GET').map(({ operation }) => operation);
}

/** What a user gets who may see a record but not change it so. */
export function forbidden({ id, method, path }: Operation) {
  return {
    extensions: { code: 'FORBIDDEN', rest: { operation: id, method, path, status: 403 } },
    calls: [id],
  };
}

/** What is said of a record that the service does not know, or keeps from this user. */
export function missing({ id }: Operation) {
  return { extensions: { code: 'NOT_FOUND', rest: { operation: id, status: 404 } }, calls: [id] };
}
