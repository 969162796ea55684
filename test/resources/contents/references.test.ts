import { describe, expect, it } from 'vitest';
import { globalIdOf } from '../../support/execution/expectations.ts';
import { stubbedGateway } from '../../support/gateways/stubbed-gateway.ts';
import { json } from '../../support/upstreams/fault-upstream.ts';

const world = stubbedGateway();

const inChangeRequest = '/v1/spaces/s/change-requests/c';
const ids = {
  own: globalIdOf('File', 's', 'c', 'f'),
  main: globalIdOf('File', 's', 'f'),
  other: globalIdOf('File', 'o', 'f'),
};

/** Both contents of a space, and that of another, have a file of the same id; `links` are those of a page. */
function serve(content: string, links: readonly object[], backlinks: readonly object[] = []) {
  const bodies = {
    '/v1/spaces/s/content/files/f': { id: 'f', name: 'main.png' },
    [`${inChangeRequest}/content/files/f`]: { id: 'f', name: 'changed.png' },
    '/v1/spaces/o/content/files/f': { id: 'f', name: 'other.png' },
    [`${content}/content/page/p/links`]: { items: links },
    [`${content}/content/files/f/backlinks`]: { items: backlinks },
  };
  for (const [path, body] of Object.entries(bodies)) world.replies[path] = json(body);
}

const toFile = (space: string) => ({ kind: 'file', space, file: 'f' });
const selection = '{ kind file { id name } }';

describe('a reference to a file leads to the file', () => {
  const content = (fields: string, isOfChangeRequest: boolean) =>
    isOfChangeRequest ? `changeRequest(by: { id: "c" }) { ${fields} }` : fields;

  async function read(fields: string, isOfChangeRequest: boolean) {
    const { data, errors } = await world.gateway.execute(
      `{ space(id: "s") { ${content(fields, isOfChangeRequest)} } }`,
    );
    expect(errors).toBeUndefined();
    return isOfChangeRequest ? data.space.changeRequest : data.space;
  }

  it.each([
    ['of the space', '/v1/spaces/s', false, { id: ids.main, name: 'main.png' }],
    ['of the change request', inChangeRequest, true, { id: ids.own, name: 'changed.png' }],
  ])('%s that has it, and to that of another space', async (_, base, isOfChangeRequest, own) => {
    serve(base, [
      { targetReference: toFile('s'), locationReferences: [toFile('s')] },
      { targetReference: toFile('o') },
    ]);
    const { page } = await read(
      `page(id: "p") { links { nodes { target ${selection} locations ${selection} } } }`,
      isOfChangeRequest,
    );
    const kind = 'file';
    expect(page.links.nodes).toEqual([
      { target: { kind, file: own }, locations: [{ kind, file: own }] },
      { target: { kind, file: { id: ids.other, name: 'other.png' } }, locations: null },
    ]);
  });

  it('of the change request for which it is a backlink', async () => {
    serve(inChangeRequest, [], [toFile('s')]);
    const { file } = await read(`file(id: "f") { backlinks { nodes ${selection} } }`, true);
    expect(file.backlinks.nodes).toEqual([{ kind: 'file', file: { id: ids.own, name: 'changed.png' } }]);
  });
});

describe('a malformed reference', () => {
  it.each([
    ['targetReference', 'target', 'text'],
    ['locationReferences', 'locations', [{}, 7]],
    ['locationReferences', 'locations', 'text'],
  ])('in %s is null with its error', async (property, field, value) => {
    serve('/v1/spaces/s', [{ status: 'ok', [property]: value }]);
    const { data, errors } = await world.gateway.execute(
      `{ space(id: "s") { page(id: "p") { links { nodes { status ${field} { kind } } } } } }`,
    );
    expect(data.space.page.links.nodes).toEqual([{ status: 'OK', [field]: null }]);
    expect(errors).toMatchObject([
      { path: ['space', 'page', 'links', 'nodes', 0, field], extensions: { code: 'UPSTREAM_CONTRACT' } },
    ]);
  });
});
