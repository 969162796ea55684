import type { GraphQLResolveInfo } from 'graphql';
import { describe, expect, it } from 'vitest';
import type { CompiledField } from '../../../src/engine/compile/compiled-operation.ts';
import { defaultLimits } from '../../../src/engine/document/default-limits.ts';
import { Budget } from '../../../src/engine/execute/budget.ts';
import { GraphQLJsExecution } from '../../../src/engine/execute/graphql-js-execution.ts';
import { GatewayError } from '../../../src/engine/http/errors.ts';
import { later } from '../../support/execution/completion-values.ts';
import { pending, run } from '../../support/execution/scripted-run.ts';
import { usedHeapBytes } from '../../support/processes/heap.ts';

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

  describe('where objects arrive while 2,000 fields of those before them wait', () => {
    /** Runs a query for things until no more of their texts begin. */
    async function untilFull(selection: string, fields: object = {}) {
      let begun = 0;
      const text = () => {
        begun++;
        return pending();
      };
      const things = Array.from({ length: 1_900 }, () => Promise.resolve({ ...fields, text }));
      const started = run(`{ things { ${selection} } }`, { things });
      for (let before = -1; begun === 0 || begun > before; ) {
        before = begun;
        for (let i = 0; i < 20; i++) await new Promise(setImmediate);
      }
      return started;
    }

    it('makes their fields null, in their order', async () => {
      const { budget, result } = await untilFull('a: text b: text number c: text', { number: 1 });
      budget.expire(70);
      const { things } = (await result).data as { things: object[] };
      const found = new Set(things.map((thing) => JSON.stringify(thing)));
      expect([...found]).toContain('{"a":null,"b":null,"number":1,"c":null}');
      expect([...found].at(-1)).toBe('{"a":null,"b":null,"number":null,"c":null}');
    });

    it('has no memory for their fields', async () => {
      const before = usedHeapBytes();
      const { budget, result } = await untilFull(Array.from({ length: 500 }, (_, i) => `a${i}: text`).join(' '));
      expect(usedHeapBytes() - before).toBeLessThan(8_000_000);
      budget.cancel();
      await result;
    });
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

describe('an execution that ends before it waits', () => {
  const broken = () => {
    throw new Error('broken');
  };

  it.each(['{ text number }', 'mutation { thing { text number } flag }'])(
    'is not waited for where an error halts it: %s',
    async (query) => {
      let called = 0;
      const thing = { text: pending, number: broken };
      const { budget, result } = run(query, { ...thing, thing, flag: () => ++called > 0 }, 'HALT');
      const { data, errors } = await result;
      expect(budget.end).toBe('halted');
      expect(data).toBeNull();
      expect(errors?.map(({ message }) => message)).toEqual(['broken']);
      expect(called).toBe(0);
    },
  );
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

  it('waits for a mutation that has begun until the deadline', async () => {
    const { budget, result } = run('mutation { text }', { text: pending });
    await new Promise(setImmediate);
    budget.cancel();
    budget.expire(70);
    const { data, errors } = await result;
    expect(data).toBeNull();
    expect(codesOf(errors)).toEqual([[undefined, 'CANCELLED']]);
  });

  it('ends at the deadline where graphql-js executes it, too', async () => {
    const budget = new Budget(defaultLimits);
    const value = new GraphQLJsExecution(budget).resolve({} as CompiledField, {} as GraphQLResolveInfo, pending);
    budget.cancel();
    budget.expire(70);
    expect(await value).toBeNull();
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

  it('have the path of their field, whatever an error says that is not one of graphql', async () => {
    const invalid = () => Promise.reject(Object.assign(new Error('No.'), { path: ['email'] }));
    const { errors } = await run('{ thing { text } }', { thing: { text: invalid } }).result;
    expect(errors?.map((error) => error.toJSON())).toEqual([
      { message: 'No.', path: ['thing', 'text'], locations: [{ line: 1, column: 11 }] },
    ]);
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
