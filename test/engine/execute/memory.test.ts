import { getOperationAST, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { OperationArguments } from '../../../src/engine/compile/arguments.ts';
import { compileOperation } from '../../../src/engine/compile/compile.ts';
import { defaultLimits } from '../../../src/engine/document/default-limits.ts';
import { Budget } from '../../../src/engine/execute/budget.ts';
import type { OperationContext } from '../../../src/engine/execute/context.ts';
import { execute } from '../../../src/engine/execute/execute.ts';
import { Memory } from '../../../src/engine/memory/memory.ts';
import { scriptedSchema } from '../../support/execution/scripted-schema.ts';

const schema = scriptedSchema();

/** Starts a query for things that share the memory. */
function start(memory: Memory, things: readonly object[]) {
  const document = parse('{ things { text } }');
  const operation = getOperationAST(document);
  if (operation == null) throw new Error('There is no operation.');
  const budget = new Budget(defaultLimits, undefined, memory);
  const context = {
    compiled: compileOperation(schema, document, operation, {}),
    variables: {},
    args: new OperationArguments({}),
    limits: defaultLimits,
    rest: { isLogged: false },
    budget,
  };
  const state = { isDone: false };
  const result = execute(Object.assign(Object.create(null), { things }, context) as OperationContext);
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
    const first = start(memory, things(300));
    await first.result;
    const second = start(memory, things(300));
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
    const first = start(memory, things(300));
    await first.result;
    const second = start(memory, things(300));
    await turns();
    second.budget.cancel();
    expect((await second.result).data).toBeNull();
    expect(memory.usage.waiting).toBe(0);
  });

  it('that is small takes nothing', async () => {
    const memory = new Memory(1);
    const { budget, result } = start(memory, things(10));
    await result;
    expect(budget.memory).toBeUndefined();
    expect(memory.usage.taken).toBe(0);
  });
});
