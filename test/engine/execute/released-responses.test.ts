import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { AwaitedField } from '../../../src/engine/execute/awaited-value.ts';
import type { OperationContext } from '../../../src/engine/execute/context.ts';
import { usedHeapBytes } from '../../support/processes/heap.ts';
import { Library } from '../second-contract/library.ts';

// V8's collector of young objects keeps what an old object refers to, also where nobody refers to the old one any more. So nothing that
// waits for a response, and has become old meanwhile, may refer to what was made of it once the execution has ended.

let library: Library;

beforeAll(async () => {
  library = await Library.start();
});

afterAll(() => library.close());

/** Collects the lists of parsed JSON, and the records in them, from now on to the end of the test. */
function watchParsedRecords(): WeakRef<object>[] {
  const found: WeakRef<object>[] = [];
  const { parse } = JSON;
  JSON.parse = (text: string) => {
    const value: unknown = parse(text);
    for (const part of Object.values(value ?? {})) {
      if (Array.isArray(part)) for (const one of [part, ...part]) found.push(new WeakRef(one));
    }
    return value;
  };
  onTestFinished(() => {
    JSON.parse = parse;
  });
  return found;
}

/** Keeps all promises of pages that an execution waits for. */
function keepPagePromises({ cache }: OperationContext): Promise<unknown>[] {
  const kept: Promise<unknown>[] = [];
  const readPage = cache.readPage.bind(cache);
  cache.readPage = (...args) => {
    const page = readPage(...args);
    kept.push(page);
    return page;
  };
  return kept;
}

/** Executes a query, and keeps what waited for its responses. */
async function execute(text: string) {
  const parsed = watchParsedRecords();
  const context = library.contextOf(text);
  const promises = keepPagePromises(context);
  const result = await library.engine.execute(context);
  context.rest.close();
  const { collections } = result.data as { collections: { nodes: { books: object }[] } };
  // What has arrived last: the other objects are as old as what waited for these.
  const made = collections.nodes.map(({ books }) => new WeakRef(books));
  return { parsed, made, kept: { context, promises, result } };
}

async function areCollected(values: readonly WeakRef<object>[]): Promise<boolean> {
  // A WeakRef's value lives to the end of the turn in which it was made.
  await nextTurn();
  usedHeapBytes();
  return values.every((value) => value.deref() === undefined);
}

const query = '{ collections { nodes { title books { totalCount nodes { restId title } } } } }';

it('nothing that has waited for a response keeps its records', async () => {
  const { parsed, kept } = await execute(query);
  expect(parsed.length).toBeGreaterThanOrEqual(4);
  expect(await areCollected(parsed)).toBe(true);
  expect(kept.promises.length).toBeGreaterThanOrEqual(4);
});

it('nothing that has waited for a response keeps the data made of it, once that is detached', async () => {
  const { made, kept } = await execute(query);
  expect(made).toHaveLength(3);
  expect(await areCollected(made)).toBe(false);
  AwaitedField.detachAll(kept.context.lastAwaited);
  expect(await areCollected(made)).toBe(true);
  expect(kept.result.data).toEqual({ collections: undefined });
});
