import { getOperationAST, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { OperationArguments } from '../../../src/engine/compile/arguments.ts';
import { compileOperation } from '../../../src/engine/compile/compile.ts';
import { defaultLimits } from '../../../src/engine/document/default-limits.ts';
import { Budget } from '../../../src/engine/execute/budget.ts';
import type { OperationContext } from '../../../src/engine/execute/context.ts';
import { execute } from '../../../src/engine/execute/execute.ts';
import { Memory } from '../../../src/engine/memory/memory.ts';
import { ExecutionTurns } from '../../../src/engine/turns/execution-turns.ts';
import { scriptedSchema } from '../../support/execution/scripted-schema.ts';

const schema = scriptedSchema();

/** Starts a query for things, or for a JSON value, that share the memory. */
function start(
  memory: Memory,
  script: { things: readonly object[] } | { fussy: unknown },
  query = 'things' in script ? '{ things { text } }' : '{ fussy }',
) {
  const document = parse(query);
  const operation = getOperationAST(document);
  if (operation == null) throw new Error('There is no operation.');
  const budget = new Budget(defaultLimits, undefined, memory);
  const context = {
    compiled: compileOperation(schema, document, operation, {}),
    variables: {},
    args: new OperationArguments({}),
    limits: defaultLimits,
    turns: new ExecutionTurns(undefined),
    rest: { isLogged: false },
    budget,
  };
  const state = { isDone: false };
  const result = execute(Object.assign(Object.create(null), script, context) as OperationContext);
  result.then(() => {
    state.isDone = true;
  });
  return { budget, result, state };
}

const things = (count: number) => Array.from({ length: count }, (_, i) => ({ text: `${i}`.padEnd(1000, 'x') }));
const turns = async () => {
  for (let i = 0; i < 50; i++) await new Promise(setImmediate);
};

describe('a large execution', () => {
  it('waits for the memory of another one, and has the same result', async () => {
    const memory = new Memory(1_000_000);
    const first = start(memory, { things: things(300) });
    await first.result;
    const second = start(memory, { things: things(300) });
    await turns();
    expect(second.state.isDone).toBe(false);
    expect(memory.usage.waiting).toBe(1);
    first.budget.memory?.end();
    expect((await second.result).data).toEqual({ things: things(300) });
    second.budget.memory?.end();
    expect(memory.usage).toEqual({ taken: 0, unread: 0, waiting: 0 });
  });

  it('ends while it waits where its client disconnects', async () => {
    const memory = new Memory(1_000_000);
    const first = start(memory, { things: things(300) });
    await first.result;
    const second = start(memory, { things: things(300) });
    await turns();
    second.budget.cancel();
    expect((await second.result).data).toBeNull();
    expect(memory.usage.waiting).toBe(0);
  });

  it('ends where too many others wait for memory', async () => {
    const memory = new Memory(1_000_000);
    const first = start(memory, { things: things(300) });
    await first.result;
    const waiting = Array.from({ length: 256 }, () => memory.claim(1_000_000));
    // The object takes memory before its field is executed.
    const query = `{ things { ${'x'.repeat(70_000)}: text } }`;
    const { budget, result } = start(memory, { things: things(1) }, query);
    expect((await result).errors?.[0]?.extensions.code).toBe('UPSTREAM_UNAVAILABLE');
    expect(budget.end).toBe('memory');
    budget.memory?.end();
    first.budget.memory?.end();
    for (const claim of waiting) (await claim)?.end();
    expect(memory.usage).toEqual({ taken: 0, unread: 0, waiting: 0 });
  });

  it('that is small takes nothing', async () => {
    const memory = new Memory(1);
    const { budget, result } = start(memory, { things: things(10) });
    await result;
    expect(budget.memory).toBeUndefined();
    expect(memory.usage.taken).toBe(0);
  });
});

describe('a JSON value', () => {
  const words = { words: Array.from({ length: 200 }, () => 'x'.repeat(2_000)) };
  const numbers = { numbers: Array.from({ length: 200_000 }, (_, i) => i % 10) };

  it.each<[string, object]>([
    ['of long texts', words],
    ['of small values', numbers],
  ])('%s has the size of its JSON, also where it is large', async (_, fussy) => {
    const { result } = start(new Memory(10_000_000), { fussy });
    const { data, size } = await result;
    expect(data).toEqual({ fussy });
    const { length } = JSON.stringify({ fussy });
    expect(length).toBeGreaterThan(400_000);
    expect(size).toBeGreaterThan(length - 50);
    expect(size).toBeLessThanOrEqual(length);
  });

  it('waits for memory where it is large', async () => {
    const memory = new Memory(1_000_000);
    const first = start(memory, { fussy: numbers });
    await first.result;
    const second = start(memory, { fussy: numbers });
    await turns();
    expect(second.state.isDone).toBe(false);
    first.budget.memory?.end();
    expect((await second.result).data).toEqual({ fussy: numbers });
    second.budget.memory?.end();
    expect(memory.usage).toEqual({ taken: 0, unread: 0, waiting: 0 });
  });

  it('ends the execution where it is larger than a response may be', async () => {
    const fussy = Array.from({ length: 4_000 }, () => 'x'.repeat(10_000));
    const { budget, result } = start(new Memory(1_000_000_000), { fussy });
    const { data, errors } = await result;
    expect(budget.end).toBe('bytes');
    expect(data).toBeNull();
    expect(errors?.[0]?.extensions.code).toBe('OPERATION_TOO_EXPENSIVE');
    budget.memory?.end();
  });
});
