import { expect, it } from 'vitest';
import { z } from 'zod';
import { defineContract } from '../../../src/engine/contract/define-contract.ts';
import { get } from '../../../src/engine/contract/endpoint.ts';
import { contains, entity } from '../../../src/engine/contract/entity.ts';
import { dialect } from '../../../src/resources/dialect.ts';

const record = z.object({ id: z.string() });

function emptyContract() {
  const { contract, list, resource } = defineContract(dialect);
  const things = resource('things', { list: list('/v1/things', record), get: get('/v1/things/{thingId}', record) });
  return { contract, things };
}

it('rejects a second entity of one name, as a global id could not tell them apart', () => {
  const { contract, things } = emptyContract();
  const first = entity('Thing', [things.get], []);
  expect(() => entity('Thing', [things.get], [])).toThrow(new TypeError('Two entities are named Thing.'));
  expect(contract.entityNamed('Thing')).toBe(first);
});

it('keeps the entities of two contracts apart', () => {
  const [one, other] = [emptyContract(), emptyContract()];
  const thing = entity('Thing', [one.things.get], [one.things.list]);
  expect(other.contract.entityNamed('Thing')).toBeUndefined();
  expect(other.contract.entityAt(other.things.get)).toBeUndefined();
  expect(other.contract.recordsIn(other.things.list)).toBeUndefined();
  const second = entity('Thing', [other.things.get], []);
  expect([one.contract.entityNamed('Thing'), other.contract.entityNamed('Thing')]).toEqual([thing, second]);
  expect(thing.contract).toBe(one.contract);
});

it('rejects an entity whose endpoints belong to several contracts', () => {
  const [one, other] = [emptyContract(), emptyContract()];
  const mix = () => entity('Thing', [one.things.get], [other.things.list]);
  expect(mix).toThrow(new TypeError('The endpoints of Thing belong to several contracts.'));
});

it('rejects endpoints that are not below the base path', () => {
  const { resource } = defineContract(dialect);
  const define = () => resource('things', { get: get('/v2/things', record) });
  expect(define).toThrow(new TypeError('things.get has the path /v2/things, which is not below /v1.'));
});

it('finds the whole records in the results of lists and of other endpoints', () => {
  const { contract, things } = emptyContract();
  const thing = entity('Thing', [things.get], [things.list]);
  contains(things.get, (result) => [[thing, [result]]]);
  const found = { id: 'a' };
  expect(contract.recordsIn(things.list)?.({ items: [found] })).toEqual([[thing, [found]]]);
  expect(contract.recordsIn(things.get)?.(found)).toEqual([[thing, [found]]]);
});
