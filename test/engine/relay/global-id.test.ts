import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Entity, Key } from '../../../src/engine/contract/entity.ts';
import { segmentProblem } from '../../../src/engine/contract/path-segment.ts';
import { decodeId, globalId, keyBelow, keyOf, restId } from '../../../src/engine/relay/global-id.ts';
import { FileEntity, PageEntity } from '../../../src/resources/contents/entities.ts';
import { entities, restContract } from '../../../src/resources/contract.ts';
import { SiteEntity } from '../../../src/resources/sites/contract.ts';
import { globalIdOf, named } from '../../support/execution/expectations.ts';
import { startWorld, type TestWorld } from '../../support/gateways/gateway.ts';
import { anyText } from '../../support/random/any-text.ts';

const { Revision: _, ...nodes } = entities;
const types: readonly Entity[] = Object.values(nodes);

const part = fc
  .oneof(
    fc.string({ minLength: 1 }),
    anyText({ minLength: 1 }),
    fc.constantFrom(':', '.a', 'a b', 'ada@example.com', '日本', '👩‍🚀', '__proto__'),
  )
  .filter((text) => segmentProblem(text) === undefined);

/** Any record of any type: its type and key. */
const record = fc.constantFrom(...types).chain((type) =>
  fc.constantFrom(...type.keyShapes).chain((names) =>
    fc.tuple(...names.map(() => part)).map((values) => ({
      type,
      key: Object.fromEntries(names.map((name, i) => [name, values[i] as string])) as Key,
    })),
  ),
);

const isValid = (key: Key) => Object.values(key).every((value) => segmentProblem(value) === undefined);
const base64url = (text: string) => Buffer.from(text).toString('base64url');
const textOf = (id: string) => Buffer.from(id, 'base64url').toString();

describe('a global id', () => {
  it.each(types)('of a $name holds its type and its whole key', (type) => {
    for (const names of type.keyShapes) {
      fc.assert(
        fc.property(fc.tuple(...names.map(() => part)), (values) => {
          const key = Object.fromEntries(names.map((name, i) => [name, values[i] as string]));
          expect(decodeId(restContract, globalId(type, key))).toEqual({ type, key });
        }),
        { numRuns: 50 },
      );
    }
  });

  it('is base64url of the type and the encoded keys', () => {
    const id = globalId(SiteEntity, { organizationId: 'o 1', siteId: 'ä' });
    expect(textOf(id)).toBe('Site:o%201/%C3%A4');
    expect(id).toMatch(/^[A-Za-z0-9_-]+$/);
  });

  it('is another for every other record', () => {
    fc.assert(
      fc.property(record, record, (one, other) => {
        const same = one.type === other.type && JSON.stringify(one.key) === JSON.stringify(other.key);
        expect(globalId(one.type, one.key) === globalId(other.type, other.key)).toBe(same);
      }),
      { numRuns: 1000 },
    );
  });

  it('is the only one of its record: whatever else decodes to the same is refused', () => {
    fc.assert(
      fc.property(record, ({ type, key }) => {
        const id = globalId(type, key);
        const text = textOf(id);
        const others = [
          `${id}=`,
          `${id}==`,
          ` ${id}`,
          `${id}\n`,
          Buffer.from(text).toString('base64'),
          base64url(text.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())),
          base64url(text.replace(/[a-z](?=[^:]*$)/, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)),
          base64url(decodeURIComponent(text)),
          base64url(`${text}/`),
          base64url(`${text}/x`),
          base64url(` ${text}`),
          base64url(text.toLowerCase()),
        ];
        for (const other of others.filter((one) => one !== id)) {
          const decoded = decodeId(restContract, other);
          // What still is an id must be that of another record.
          if (decoded !== undefined) expect(decoded).not.toEqual({ type, key });
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('that is altered anywhere is refused, or is the id of another record', () => {
    fc.assert(
      fc.property(record, fc.nat(), fc.constantFrom(...'AZaz09_-'), ({ type, key }, place, letter) => {
        const id = globalId(type, key);
        const at = place % id.length;
        const altered = id.slice(0, at) + letter + id.slice(at + 1);
        fc.pre(altered !== id);
        const decoded = decodeId(restContract, altered);
        if (decoded !== undefined) {
          expect(decoded).not.toEqual({ type, key });
          if (isValid(decoded.key)) expect(globalId(decoded.type, decoded.key)).toBe(altered);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('that is cut is refused, or is the id of another record', () => {
    fc.assert(
      fc.property(record, fc.nat(), ({ type, key }, length) => {
        const id = globalId(type, key);
        const decoded = decodeId(restContract, id.slice(0, length % id.length));
        expect(decoded).not.toEqual({ type, key });
      }),
    );
  });

  it.each([
    '',
    'Site',
    base64url('Site'),
    base64url('Site:'),
    base64url('Site:o1'),
    base64url('Site:o1/'),
    base64url('Site:/s1'),
    base64url('Site:o1/s1/x'),
    base64url('Site:%/%'),
    base64url('Site:%ff/%ff'),
    base64url('Revision:s1'),
    base64url('constructor:x'),
    base64url('__proto__:x'),
    base64url('toString:x'),
    base64url(':x'),
    base64url('Planet:earth'),
  ])('is not %s', (text) => {
    expect(decodeId(restContract, text)).toBeUndefined();
  });

  it('is not any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String(), anyText()), (text) => {
        const decoded = decodeId(restContract, text);
        if (decoded !== undefined && isValid(decoded.key)) expect(globalId(decoded.type, decoded.key)).toBe(text);
      }),
    );
  });
});

describe('an "id" argument', () => {
  const badInput = (message: string) => expect.objectContaining({ message, extensions: { code: 'BAD_USER_INPUT' } });

  it('of another type is refused with the names of both', () => {
    fc.assert(
      fc.property(record, fc.constantFrom(...types), ({ type, key }, wanted) => {
        fc.pre(type !== wanted);
        const message = `Expected ${named(wanted.name)} id, got ${named(type.name)} id.`;
        expect(() => keyOf(wanted, globalId(type, key))).toThrow(badInput(message));
      }),
    );
  });

  it('of its type gives the key', () => {
    fc.assert(
      fc.property(record, ({ type, key }) => {
        expect(keyOf(type, globalId(type, key))).toEqual(key);
        expect(restId(type, globalId(type, key))).toBe(Object.values(key).at(-1));
      }),
    );
  });

  it('below known parents takes the plain REST id and the global id alike', () => {
    fc.assert(
      fc.property(part, part, (organizationId, siteId) => {
        fc.pre(decodeId(restContract, siteId) === undefined);
        const key = { organizationId, siteId };
        expect(keyBelow(SiteEntity, { organizationId }, siteId)).toEqual(key);
        expect(keyBelow(SiteEntity, { organizationId }, globalId(SiteEntity, key))).toEqual(key);
      }),
    );
  });

  it('below other parents is refused', () => {
    const id = globalId(SiteEntity, { organizationId: 'o1', siteId: 's1' });
    expect(() => keyBelow(SiteEntity, { organizationId: 'o2' }, id)).toThrow(
      badInput(`The Site with the id ${JSON.stringify(id)} belongs to another organization.`),
    );
  });

  it("of a change request's page or file is refused in the space itself", () => {
    for (const [type, last] of [
      [PageEntity, 'pageId'],
      [FileEntity, 'fileId'],
    ] as const) {
      const id = globalId(type, { spaceId: 's1', changeRequestId: 'c1', [last]: 'x1' });
      expect(() => keyBelow(type, { spaceId: 's1' }, id)).toThrow(
        badInput(
          `The ${type.name} with the id ${JSON.stringify(id)} belongs to a change request. Query it on that change request.`,
        ),
      );
      expect(keyBelow(type, { spaceId: 's1', changeRequestId: 'c1' }, id)).toMatchObject({ changeRequestId: 'c1' });
    }
  });
});

describe('over HTTP', () => {
  let world: TestWorld;

  beforeAll(async () => {
    world = await startWorld();
  });

  afterAll(() => world.close());

  const node = 'query ($id: ID!) { node(id: $id) { __typename id } }';

  it.each([
    ['no id', 'nonsense', '"nonsense" is not a global id. Use the "id" of a record.'],
    [
      'an id of a type without global ids',
      globalIdOf('User', 'u1'),
      '"VXNlcjp1MQ" is not a global id. Use the "id" of a record.',
    ],
  ])('node refuses %s before any call', async (_, id, message) => {
    const { data, errors, calls } = await world.execute(node, { variables: { id } });
    expect(data).toEqual({ node: null });
    expect(errors).toEqual([
      expect.objectContaining({ message, path: ['node'], extensions: { code: 'BAD_USER_INPUT' } }),
    ]);
    expect(calls).toEqual([]);
  });

  it('node refuses an id whose parts can be no path, before any call', async () => {
    for (const key of ['..', '.', 'a\u0000b', 'a\nb']) {
      const { data, errors, calls } = await world.execute(node, {
        variables: { id: globalIdOf('Space', key) },
      });
      expect(data).toEqual({ node: null });
      expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['BAD_USER_INPUT']);
      expect(calls).toEqual([]);
    }
  });

  it('node is null, without an error, for an id of no record, whatever its type', async () => {
    for (const type of types) {
      for (const names of type.keyShapes) {
        const id = globalId(type, Object.fromEntries(names.map((name) => [name, 'nowhere'])));
        const { data, errors, calls } = await world.execute(node, { variables: { id } });
        expect([type, data, errors]).toEqual([type, { node: null }, undefined]);
        expect(calls.map(({ status }) => status)).toEqual([404]);
      }
    }
  });
});
