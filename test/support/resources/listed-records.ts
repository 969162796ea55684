import { expect, it } from 'vitest';
import type { Endpoint } from '../../../src/engine/contract/endpoint.ts';
import { globalIdOf } from '../execution/expectations.ts';
import { operationsOf, type TestGateway } from '../gateways/gateway.ts';
import { expectNode, expectOneError, expectSiblings } from './reads.ts';

/** Records of a site that REST only lists, without a GET for a single one. */
interface ListedCase {
  gateway: TestGateway;
  organizationId: string;
  siteId: string;
  /** REST ids of all these records of the site, at least twenty. */
  restIds: readonly string[];
}

/**
 * Tests that these records can be read by a look-up in their site, by `node`, and by `nodes`, always with one call of the
 * list that contains them.
 */
export function testListedRecords(type: string, field: string, list: Endpoint, prepare: () => ListedCase): void {
  const idOf = ({ organizationId, siteId }: ListedCase, restId: string) =>
    globalIdOf(type, organizationId, siteId, restId);
  const lookup = ({ organizationId, siteId }: ListedCase, id: string, fields = 'id restId') =>
    `{ organization(id: "${organizationId}") { site(id: "${siteId}") { ${field}(id: "${id}") { ${fields} } } } }`;
  const at = ['organization', 'site', field];

  it.each(['plain REST id', 'global id'])('is found in its site by %s, with one call', async (which) => {
    const all = prepare();
    const restId = all.restIds.at(-1) ?? '';
    const id = which === 'global id' ? idOf(all, restId) : restId;
    const { data, calls, errors } = await all.gateway.execute(lookup(all, id, 'id restId __typename site { restId }'));
    expect(errors).toBeUndefined();
    expect(data.organization.site[field]).toEqual({
      id: idOf(all, restId),
      restId,
      __typename: type,
      site: { restId: all.siteId },
    });
    expect(operationsOf(calls)).toEqual([list.id]);
  });

  it('is a node', async () => {
    const all = prepare();
    const restId = all.restIds[2] ?? '';
    const node = await expectNode(all.gateway, {
      type,
      id: idOf(all, restId),
      selection: '{ restId site { restId organization { restId } } }',
      endpoint: list,
    });
    expect(node).toEqual({
      id: idOf(all, restId),
      restId,
      site: { restId: all.siteId, organization: { restId: all.organizationId } },
    });
  });

  it('is read with its siblings by one list call, in the order of the ids, with null for missing ones', async () => {
    const all = prepare();
    const backwards = [...all.restIds].reverse();
    await expectSiblings(all.gateway, {
      type,
      ids: [idOf(all, 'nothing'), ...backwards.map((restId) => idOf(all, restId)), idOf(all, 'nothing else')],
      restIds: [null, ...backwards, null],
      endpoint: list,
    });
  });

  it('is null with one NOT_FOUND error at its path if it does not exist, and without an error by node', async () => {
    const all = prepare();
    await expectOneError(all.gateway, lookup(all, 'nothing'), { at, code: 'NOT_FOUND' });
    const { data, errors, calls } = await all.gateway.execute(`{ node(id: "${idOf(all, 'nothing')}") { id } }`);
    expect({ data, errors }).toEqual({ data: { node: null }, errors: undefined });
    expect(operationsOf(calls)).toEqual([list.id]);
  });

  it('rejects an id of another type, naming both types, and of another site, without a call', async () => {
    const all = prepare();
    const cases = [
      [globalIdOf('Site', all.organizationId, all.siteId), new RegExp(`Expected an? ${type} id, got a Site id`)],
      [idOf({ ...all, siteId: 'elsewhere' }, all.restIds[0] ?? ''), /belongs to another site\./],
      [idOf({ ...all, organizationId: 'elsewhere' }, all.restIds[0] ?? ''), /belongs to another organization\./],
    ] as const;
    for (const [id, message] of cases) {
      const calls = await expectOneError(all.gateway, lookup(all, id), { at, code: 'BAD_USER_INPUT', message });
      expect(calls).not.toContain(list.id);
    }
  });
}
