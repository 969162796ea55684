import { parse } from 'graphql';
import { beforeEach, describe, expect, it } from 'vitest';
import { createEngine } from '../../../src/engine/engine.ts';
import { restContract } from '../../../src/resources/contract.ts';
import { createSchema } from '../../../src/resources/schema.ts';
import type { ExecutableOperation } from '../../../src/server/documents/executable-document.ts';
import { OperationCache } from '../../../src/server/graphql/operation-cache.ts';

const engine = createEngine({ contract: restContract, schema: createSchema() });
const query = '{ organizations { totalCount } }';
/** Compiled fields in a generation of confirmed documents, which has room for five times as many characters. */
const maxFields = 1000;

let cache: OperationCache;

beforeEach(() => {
  cache = new OperationCache(engine, maxFields);
});

const add = (text: string) => cache.add(text, parse(text), undefined, undefined) as ExecutableOperation;
const find = (text: string) => cache.find({ query: text, hash: undefined, operationName: undefined });
/** A document of some 1,000 characters. */
const other = (i: number) => `{ a${i}: __typename } # ${'x'.repeat(1000)}`;

const addOthers = (confirms: boolean) => {
  for (let i = 0; i < 20; i++) {
    const executable = add(other(i));
    if (confirms) cache.confirm(executable);
  }
};

describe('a document that the service has answered', () => {
  it('stays however many others are sent', () => {
    const executable = add(query);
    cache.confirm(executable);
    addOthers(false);
    expect(find(query)).toBe(executable);
    expect(find(other(0))).toBeUndefined();
    expect(find(other(19))).toBeDefined();
  });

  it('is evicted by many others that it has answered', () => {
    cache.confirm(add(query));
    addOthers(true);
    expect(find(query)).toBeUndefined();
  });

  it('is gone with all that it was compiled to, once others have taken its place', () => {
    const executable = add(query);
    cache.confirm(executable);
    executable.grew(maxFields);
    executable.grew(maxFields);
    addOthers(true);
    expect(find(query)).toBeUndefined();
    expect(find(other(19))).toBeDefined();
  });

  it('stays however many fields of others are compiled', () => {
    const executable = add(query);
    cache.confirm(executable);
    for (let i = 0; i < 3; i++) add(other(i)).grew(maxFields);
    expect(find(query)).toBe(executable);
  });

  it('is kept where it was evicted before the answer, or is too long for the cache of others', () => {
    const executable = add(`${query} # ${'x'.repeat(4 * maxFields)}`);
    expect(find(executable.text)).toBeUndefined();
    cache.confirm(executable);
    expect(find(executable.text)?.text).toBe(executable.text);
  });
});

it('evicts documents that the service has not answered', () => {
  add(query);
  addOthers(false);
  expect(find(query)).toBeUndefined();
});
