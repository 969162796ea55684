import { GraphQLError, getOperationAST, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { OperationArguments } from '../../../src/engine/compile/arguments.ts';
import { compileOperation } from '../../../src/engine/compile/compile.ts';
import { defaultLimits } from '../../../src/engine/document/default-limits.ts';
import { Budget } from '../../../src/engine/execute/budget.ts';
import type { OperationContext } from '../../../src/engine/execute/context.ts';
import type { ErrorBehavior } from '../../../src/engine/execute/error-behavior.ts';
import { execute } from '../../../src/engine/execute/execute.ts';
import { GatewayError } from '../../../src/engine/http/errors.ts';
import { ExecutionTurns } from '../../../src/engine/turns/execution-turns.ts';
import { later } from '../../support/execution/completion-values.ts';
import { scriptedSchema } from '../../support/execution/scripted-schema.ts';

const schema = scriptedSchema();
/** Executes a query on the values of a script, with a budget of its own. */
function run(query: string, script: object, onError?: ErrorBehavior) {
  const document = parse(query);
  const operation = getOperationAST(document);
  if (operation == null) throw new Error('There is no operation.');
  const compiled = compileOperation(schema, document, operation, {});
  const budget = new Budget(defaultLimits);
  const context = {
    compiled,
    variables: {},
    args: new OperationArguments({}),
    limits: defaultLimits,
    turns: new ExecutionTurns(undefined),
    rest: { isLogged: false },
    budget,
    onError,
  };
  const result = execute(Object.assign(Object.create(null), script, context) as OperationContext);
  return { budget, result };
}

const pending = () => new Promise<never>(() => {});
const codesOf = (errors: readonly { path?: readonly unknown[] | undefined; extensions: object }[] | undefined) =>
  errors?.map(({ path, extensions }) => [path?.join('.'), (extensions as { code?: string }).code]);

describe('the deadline', () => {
  it('makes null what is not complete, and keeps the rest', async () => {
    const script = {
      text: 'kept',
      thing: { text: later('kept'), number: pending },
      things: [{ text: 'kept' }, pending(), { text: pending }],
      thingN: { textN: pending },
      named: { kind: 'Dog', name: 'kept', thing: pending },
      flag: pending,
    };
    const query =
      '{ text thing { text number } things { text } named { name thing { text } ... on Dog { bark } } flag }';
    const { budget, result } = run(query, script);
    await new Promise(setImmediate);
    budget.expire(70);
    const { data, errors } = await result;
    expect(JSON.parse(JSON.stringify(data))).toEqual({
      text: 'kept',
      thing: { text: 'kept', number: null },
      things: [{ text: 'kept' }, null, { text: null }],
      named: { name: 'kept', thing: null, bark: null },
      flag: null,
    });
    expect(codesOf(errors)).toEqual(
      ['thing.number', 'things.1', 'things.2.text', 'named.thing', 'flag'].map((path) => [path, 'UPSTREAM_TIMEOUT']),
    );
    expect(errors?.[0]?.message).toBe('The request was not complete within 70 ms.');
    expect(errors?.[0]?.locations).toEqual([{ line: 1, column: 21 }]);
  });

  it.each([
    ['more', '{ text }', '{ text number }', { text: 'kept', number: null }],
    ['something else', '{ text }', '{ number }', { number: null }],
  ])('makes null what one type selects below a field of which another selects %s', async (_, ofCat, ofDog, dog) => {
    const things = [
      { kind: 'Cat', thing: { text: 'kept' } },
      { kind: 'Dog', thing: { text: 'kept', number: pending } },
    ];
    const query = `{ nameds { ... on Cat { thing ${ofCat} } ... on Dog { thing ${ofDog} } } }`;
    const { budget, result } = run(query, { nameds: things });
    await new Promise(setImmediate);
    budget.expire(70);
    const { data, errors } = await result;
    expect(JSON.parse(JSON.stringify(data))).toEqual({ nameds: [{ thing: { text: 'kept' } }, { thing: dog }] });
    expect(codesOf(errors)).toEqual([['nameds.1.thing.number', 'UPSTREAM_TIMEOUT']]);
  });

  it.each([
    ['NULL', { text: 'kept', thingN: { textN: null, textsN: ['kept', null] } }, ['thingN.textN', 'thingN.textsN.1']],
    ['HALT', null, ['thingN.textN']],
  ] as const)('does with what is not complete what the request says: %s', async (onError, expected, paths) => {
    const script = { text: 'kept', thingN: { textN: pending, textsN: ['kept', pending()] } };
    const { budget, result } = run('{ text thingN { textN textsN } }', script, onError);
    await new Promise(setImmediate);
    budget.expire(70);
    const { data, errors } = await result;
    expect(JSON.parse(JSON.stringify(data))).toEqual(expected);
    expect(codesOf(errors)).toEqual(paths.map((path) => [path, 'UPSTREAM_TIMEOUT']));
  });

  it('makes null the parent of what must not be null', async () => {
    const { budget, result } = run('{ text thing { thingsI { textN } } }', {
      text: 'kept',
      thing: { thingsI: [{ textN: 'x' }, { textN: pending }] },
    });
    await new Promise(setImmediate);
    budget.expire(70);
    const { data, errors } = await result;
    expect(data).toEqual({ text: 'kept', thing: { thingsI: null } });
    expect(codesOf(errors)).toEqual([['thing.thingsI.1.textN', 'UPSTREAM_TIMEOUT']]);
  });

  it('keeps what is complete where the selection on a type without a value is invalid', async () => {
    const { budget, result } = run(
      'query ($v: Boolean = false) { named { name ... on Dog { thing { text } } ... on Cat { name @skip(if: $v) } } }',
      { named: { kind: 'Dog', name: 'kept', thing: pending } },
    );
    await new Promise(setImmediate);
    budget.expire(70);
    const { data, errors } = await result;
    expect(data).toEqual({ named: { name: 'kept', thing: null } });
    expect(codesOf(errors)).toEqual([['named.thing', 'UPSTREAM_TIMEOUT']]);
  });

  it('leaves the outcome of a mutation that has begun unknown, and begins no further one', async () => {
    const called: string[] = [];
    const hang = (name: string) => () => {
      called.push(name);
      return pending();
    };
    const { budget, result } = run('mutation { text flag number }', {
      text: 'done',
      flag: hang('flag'),
      number: hang('number'),
    });
    await new Promise(setImmediate);
    budget.expire(70);
    const { data, errors } = await result;
    expect(data).toEqual({ text: 'done', flag: null, number: null });
    expect(codesOf(errors)).toEqual([
      ['flag', 'WRITE_OUTCOME_UNKNOWN'],
      ['number', 'UPSTREAM_TIMEOUT'],
    ]);
    expect(errors?.[1]?.message).toBe('The request was not complete within 70 ms. The write was not sent.');
    expect(called).toEqual(['flag']);
  });
});

describe('a cancelled execution', () => {
  it('resolves nothing more, and ends', async () => {
    let resolved = 0;
    const text = () => {
      resolved++;
      return 'x';
    };
    const { budget, result } = run('{ thing { text } flag }', { thing: later({ text }), flag: pending });
    budget.cancel();
    const { data, errors } = await result;
    expect(data).toBeNull();
    expect(codesOf(errors)).toEqual([[undefined, 'CANCELLED']]);
    await new Promise(setImmediate);
    expect(resolved).toBe(0);
  });
});

describe('errors', () => {
  const failing = (count: number, error: () => unknown) => ({
    things: Array.from({ length: count }, () => ({ text: () => Promise.reject(error()), number: 1 })),
  });
  const forbidden = () => new GatewayError('FORBIDDEN', 'No.');

  /** Rejects after all errors that are there at once, whatever turns they take. */
  const lateRejection = (error: Error) => new Promise((_, reject) => setTimeout(() => reject(error), 500));

  it('are listed up to 1,000, and then counted for their field and code', async () => {
    const things = failing(1_500, forbidden).things.map((thing, i) =>
      i === 1_499 ? { ...thing, text: () => lateRejection(new GatewayError('CONFLICT', 'No.')) } : thing,
    );
    const { errors } = await run('{ things { text } }', { things }).result;
    expect(errors).toHaveLength(1_001);
    expect(errors?.[0]?.extensions).toEqual({ code: 'FORBIDDEN', omitted: 499 });
    expect(errors?.[1]?.extensions).toEqual({ code: 'FORBIDDEN' });
    expect(errors?.[1_000]).toMatchObject({ path: ['things', 1_499, 'text'], extensions: { code: 'CONFLICT' } });
  });

  it('end an execution with more than 3,000 of them', async () => {
    let resolved = 0;
    const things = failing(20_000, forbidden).things.map((thing) => ({ ...thing, flag: () => ++resolved > 0 }));
    const { data, errors } = await run('{ things { flag text number } after: text }', { things, text: later('x') })
      .result;
    expect(errors).toHaveLength(1_001);
    expect(codesOf(errors)?.at(-1)).toEqual([undefined, 'OPERATION_TOO_EXPENSIVE']);
    expect(errors?.at(-1)?.message).toContain('because of its number of errors');
    const items = data?.things as { flag: boolean; text: null; number: number }[];
    expect(items).toHaveLength(20_000);
    expect(items[0]).toEqual({ flag: true, text: null, number: 1 });
    expect(items.at(-1)).toBeNull();
    expect(resolved).toBeLessThan(10_000);
  });

  it('have no stack of their own, and count as bytes of the response', async () => {
    const { result, budget } = run('{ text number }', {
      text: () => Promise.reject('no error'),
      number: () => Promise.reject(forbidden()),
    });
    const { errors } = await result;
    expect(errors?.map(({ message }) => message)).toEqual(['Unexpected error value: "no error"', 'No.']);
    expect(errors?.[1]?.stack).not.toMatch(/\n\s+at /);
    const before = budget.bytes;
    budget.addErrorBytes(defaultLimits.maxResponseBytes);
    expect(budget.end).toBe('bytes');
    expect(budget.bytes).toBe(before);
  });
});

describe('values that arrive late', () => {
  it('hold back the fields after them, so that a bounded number waits at a time', async () => {
    const waiting: (() => void)[] = [];
    const counts: number[] = [];
    const text = () => new Promise<string>((resolve) => waiting.push(() => resolve('x')));
    const things = Array.from({ length: 9_000 }, () => ({ text }));
    const { result } = run('{ things { text } }', { things });
    // The values arrive when no further field begins in some turns of the event loop.
    while (counts.reduce((sum, count) => sum + count, 0) < things.length) {
      let before: number;
      do {
        before = waiting.length;
        for (let i = 0; i < 5; i++) await new Promise(setImmediate);
      } while (waiting.length > before);
      counts.push(waiting.length);
      for (const arrive of waiting.splice(0)) arrive();
    }
    const { data, errors } = await result;
    expect(errors).toBeUndefined();
    expect(data).toEqual({ things: Array.from({ length: 9_000 }, () => ({ text: 'x' })) });
    expect(counts).toEqual([2_000, 2_000, 2_000, 2_000, 1_000]);
  });

  it('are handled where they are rejected before the work goes on', async () => {
    const unhandled = await unhandledRejectionsOf(async () => {
      const things = Array.from({ length: 2_500 }, () => Promise.reject(new GraphQLError('No.')));
      const { data, errors } = await run('{ things { text } }', { things }).result;
      expect(data).toEqual({ things: things.map(() => null) });
      expect(errors).toHaveLength(1_000);
    });
    expect(unhandled).toEqual([]);
  });

  it.each<[string, (budget: Budget) => void]>([
    ['deadline', (budget) => budget.expire(70)],
    ['cancellation', (budget) => budget.cancel()],
    ['last byte', (budget) => budget.addBytes(defaultLimits.maxResponseBytes + 1)],
  ])('are handled where a list of them arrives after the %s', async (_, end) => {
    const rejected = () => Promise.reject(new GraphQLError('No.'));
    const unhandled = await unhandledRejectionsOf(async () => {
      let resolveList = (_list: unknown) => {};
      const list = new Promise((resolve) => {
        resolveList = resolve;
      });
      const { budget, result } = run('{ things { text } number }', { things: list, number: pending });
      await new Promise(setImmediate);
      end(budget);
      resolveList([rejected(), [rejected()]]);
      await result;
      await new Promise(setImmediate);
    });
    expect(unhandled).toEqual([]);
  });
});

/** The rejections without a handler while a function runs. */
async function unhandledRejectionsOf(action: () => Promise<void>): Promise<unknown[]> {
  const unhandled: unknown[] = [];
  const record = (error: unknown) => unhandled.push(error);
  process.on('unhandledRejection', record);
  try {
    await action();
  } finally {
    process.off('unhandledRejection', record);
  }
  return unhandled;
}

describe('a thenable', () => {
  const thenable = (then: unknown) => ({ then });
  const unreadable = Object.defineProperty({}, 'then', {
    get: () => {
      throw new Error('unreadable');
    },
  });

  it.each([
    [
      'that throws',
      () =>
        thenable(() => {
          throw new Error('thrown');
        }),
      'thrown',
    ],
    ['whose method cannot be read', () => unreadable, 'unreadable'],
    [
      'that rejects twice',
      () => thenable((_: unknown, no: (e: Error) => void) => [1, 2].map(() => no(new Error('twice')))),
      'twice',
    ],
  ])('%s fails its item of a list alone', async (_, make, message) => {
    const { data, errors } = await run('{ texts flag }', { texts: ['a', make(), 'b'], flag: true }).result;
    expect(data).toEqual({ texts: ['a', null, 'b'], flag: true });
    expect(errors?.map((error) => [error.message, error.path])).toEqual([[message, ['texts', 1]]]);
  });

  it('that never settles ends at the deadline', async () => {
    const { budget, result } = run('{ texts }', { texts: ['a', thenable(() => {})] });
    await new Promise(setImmediate);
    budget.expire(70);
    expect((await result).data).toEqual({ texts: ['a', null] });
  });
});
