import { getOperationAST, execute as graphqlJs, parse } from 'graphql';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { OperationArguments } from '../../../src/engine/compile/arguments.ts';
import { compileOperation } from '../../../src/engine/compile/compile.ts';
import { defaultLimits, type OperationLimits } from '../../../src/engine/document/default-limits.ts';
import type { OperationContext } from '../../../src/engine/execute/context.ts';
import { execute } from '../../../src/engine/execute/execute.ts';
import { allOwners, runInTurns, TurnQueue } from '../../../src/engine/turns/event-loop-turn.ts';
import { ExecutionTurns } from '../../../src/engine/turns/execution-turns.ts';
import { TurnOwner } from '../../../src/engine/turns/turn-owner.ts';
import { later } from '../../support/execution/completion-values.ts';
import { scriptedSchema } from '../../support/execution/scripted-schema.ts';
import { block } from '../../support/processes/block.ts';

const schema = scriptedSchema();

function contextOf(query: string, script: object, limits: Partial<OperationLimits> = {}): OperationContext {
  const document = parse(query);
  const operation = getOperationAST(document);
  if (operation == null) throw new Error('There is no operation.');
  const compiled = compileOperation(schema, document, operation, {});
  const context = {
    compiled,
    variables: {},
    args: new OperationArguments({}),
    limits: { ...defaultLimits, ...limits },
    turns: new ExecutionTurns(undefined),
    rest: { isLogged: false },
  };
  return Object.assign(Object.create(null), script, context);
}

/** Makes every reading of the clock find the turn at its end. */
function shortenTurns(): void {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 3;
    return now;
  });
}

afterEach(() => {
  vi.restoreAllMocks();
});

/** Counts the turns of the event loop until a promise resolves. */
async function turnsOf(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let timer = setImmediate(function count() {
    turns++;
    timer = setImmediate(count);
  });
  await work;
  clearImmediate(timer);
  return turns;
}

const things = (count: number, inner: (i: number) => object = () => ({})) =>
  Array.from({ length: count }, (_, i) => ({ text: `t${i}`, textN: 'x', number: i, ...inner(i) }));

const scripts: Readonly<Record<string, { query: string; script: () => object }>> = {
  'a long list': { query: '{ things { text number } flag }', script: () => ({ things: things(2_000), flag: true }) },
  'lists in a list': {
    query: '{ things { text things { number text } } text }',
    script: () => ({ things: things(100, () => ({ things: things(30) })), text: 'last' }),
  },
  'a list with errors': {
    query: '{ things { text number thing { textN } } text }',
    script: () => ({
      things: things(1_000, (i) => ({ thing: i % 7 === 0 ? {} : { textN: 'x' } })),
      text: new Error('last'),
    }),
  },
  'errors that null a list': {
    query: '{ text thing { thingsI { textN thingsI { textN } } } after: text }',
    script: () => ({
      thing: {
        thingsI: things(300, (i) => ({ thingsI: things(20, (j) => (i * j === 3_000 ? { textN: null } : {})) })),
      },
      text: 'beside',
    }),
  },
  'errors that null all data': {
    query: '{ text thingsN { textN } after: text }',
    script: () => ({ thingsN: things(900, (i) => (i === 800 ? { textN: new Error('no') } : {})), text: 'beside' }),
  },
  'a list of promises': {
    query: '{ things { text thing { text } } }',
    script: () => ({ things: things(500, () => ({ thing: later({ text: later('inner') }) })).map(later) }),
  },
  'many fields': {
    query: `{ thing { ${Array.from({ length: 1_000 }, (_, i) => `f${i}: text`).join(' ')} } flag }`,
    script: () => ({ thing: { text: 'x' }, flag: true }),
  },
  mutations: {
    query: 'mutation { things { text } thing { things { number } } flag }',
    script: () => ({ things: things(600), thing: { things: later(things(600)) }, flag: later(false) }),
  },
};

describe.each(Object.entries(scripts))('the execution of %s', (_name, { query, script }) => {
  it('gives what graphql-js does, in many turns of the event loop', async () => {
    const expected = await graphqlJs({ schema, document: parse(query), contextValue: script() });
    shortenTurns();
    const work = execute(contextOf(query, script()));
    expect(await turnsOf(work)).toBeGreaterThan(3);
    const { size: _, ...ours } = await work;
    expect(JSON.stringify(ours.data)).toBe(JSON.stringify(expected.data));
    expect(ours.errors?.map(String)).toEqual(expected.errors?.map(String));
  });
});

describe('executions at the same time', () => {
  it('take turns with one another', async () => {
    shortenTurns();
    const { query, script } = scripts['a long list'] as (typeof scripts)[string];
    const ended: string[] = [];
    const run = async (name: string, of: object) => {
      await execute(contextOf(query, of));
      ended.push(name);
    };
    await Promise.all([run('long', { ...script(), things: things(6_000) }), run('short', script())]);
    expect(ended).toEqual(['short', 'long']);
  });
});

describe('a result that becomes too large', () => {
  const failure = (query: string, script: object, maxResponseBytes: number) =>
    execute(contextOf(query, script, { maxResponseBytes }));

  it('stops its execution', async () => {
    let resolved = 0;
    const text = () => {
      resolved++;
      return 'x'.repeat(100);
    };
    const { data, errors } = await failure('{ things { text } }', { things: things(1_000, () => ({ text })) }, 5_000);
    expect(data).toBeNull();
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['OPERATION_TOO_EXPENSIVE']);
    expect(resolved).toBeLessThan(60);
  });

  it('says how many mutations were executed', async () => {
    const script = { text: 'x'.repeat(600), thing: later({ text: 'y'.repeat(600) }), flag: true };
    const { errors } = await failure('mutation { text thing { text } flag }', script, 1_024);
    expect(errors?.[0]?.message).toContain('The first 2 mutations of the request were executed');
  });

  it('is never smaller than the execution says', async () => {
    for (const { query, script } of Object.values(scripts)) {
      const { data, size } = await execute(contextOf(query, script()));
      if (data !== null) expect(JSON.stringify(data).length).toBeGreaterThanOrEqual(size);
    }
  });
});

describe('a queue of turns', () => {
  it('runs what a task adds before the tasks that wait', async () => {
    const queue = new TurnQueue();
    const order: string[] = [];
    await new Promise<void>((resolve) => {
      queue.add(() => {
        order.push('first');
        queue.add(() => order.push('first of first'));
        queue.add(() => order.push('second of first'));
      });
      queue.add(() => order.push('second'));
      queue.add(resolve);
    });
    expect(order).toEqual(['first', 'first of first', 'second of first', 'second']);
  });
});

describe('a turn', () => {
  /** Counts the tasks of a queue in each turn, where a task takes a quarter of a millisecond of the clock. */
  async function tasksByTurn(count: number): Promise<number[]> {
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const queue = new TurnQueue();
    let left = count;
    const task = () => {
      now += 0.25;
      if (--left > 0) queue.add(task);
    };
    queue.add(task);
    const tasks: number[] = [];
    for (let before = left; left > 0; before = left) {
      await new Promise((resolve) => setImmediate(resolve));
      tasks.push(before - left);
    }
    return tasks;
  }

  it('is 2 ms long, and half a millisecond where the work has run for 5 ms', async () => {
    expect(await tasksByTurn(32)).toEqual([8, 8, 8, 2, 2, 2, 2]);
  });

  it('is short for all work behind long work', async () => {
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const [long, other] = [new TurnQueue(), new TurnQueue()];
    const log: string[] = [];
    const add = (queue: TurnQueue, name: string, ms: number) =>
      queue.add(() => {
        now += ms;
        log.push(name);
      });
    add(long, 'long', 5);
    await new Promise((resolve) => setImmediate(resolve));
    add(long, 'long', 0.5);
    add(other, 'other', 0.5);
    await new Promise((resolve) => setImmediate(resolve));
    expect(log).toEqual(['long', 'long']);
    await new Promise((resolve) => setImmediate(resolve));
    expect(log).toEqual(['long', 'long', 'other']);
  });
});

describe('work that begins at once', () => {
  function* busyFor(ms: number): Generator<void, string, void> {
    block(ms);
    yield;
    return 'done';
  }

  it('counts for its owner', async () => {
    const owner = new TurnOwner(allOwners);
    expect(await runInTurns(busyFor(3), owner)).toBe('done');
    expect(owner.spentMs).toBeGreaterThanOrEqual(3);
  });
});
