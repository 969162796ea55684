import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type OpenApiSpec,
  type OpenApiSpecVersion,
  openapiSpecs,
} from '../../../src/resources/openapi-specs/contract.ts';
import { organizations } from '../../../src/resources/organizations/contract.ts';
import { sandboxTokens } from '../../../src/sandbox/index.ts';
import { globalIdOf, present } from '../../support/execution/expectations.ts';
import { operationsOf, startWorld, type TestWorld } from '../../support/gateways/gateway.ts';
import { expectConnection } from '../../support/resources/connections.ts';
import { expectNode, expectOneError } from '../../support/resources/reads.ts';
import { renamed } from '../../support/resources/renames.ts';
import { everyField } from '../../support/resources/selections.ts';
import { type RestCalls, restCalls } from '../../support/sandbox/sandbox-calls.ts';

let world: TestWorld;
let rest: RestCalls;
let path: { organizationId: string; specSlug: string };
let all: OpenApiSpec[];
let versions: OpenApiSpecVersion[];

const selection = everyField('OpenApiSpec');
const versionSelection = everyField('OpenApiSpecVersion');

beforeAll(async () => {
  world = await startWorld();
  rest = restCalls(world.sandboxUrl);
  const [organization] = await rest.items(organizations.list);
  const organizationId = organization?.id ?? '';
  all = await rest.items(openapiSpecs.list, { path: { organizationId } });
  path = { organizationId, specSlug: 'beacon-ingest' };
  versions = await rest.items(openapiSpecs.versions, { path });
});

afterAll(() => world.close());

const idOf = (slug: string) => globalIdOf('OpenApiSpec', path.organizationId, slug);
const versionIdOf = (version: string) => globalIdOf('OpenApiSpecVersion', path.organizationId, path.specSlug, version);
const inOrganization = (field: string) => `{ organization(id: "${path.organizationId}") { ${field} } }`;
const ofSpec = (field: string) => inOrganization(`openApiSpec(by: { slug: "${path.specSlug}" }) { ${field} }`);

/** `lastVersion` is the id of `latestVersion` in the graph, which is a look-up of its own where more of it is selected. */
function expected({ object: _, id, lastVersion, ...same }: OpenApiSpec) {
  expect(lastVersion).toEqual(expect.any(String));
  return present({
    ...renamed(same),
    id: idOf(same.slug),
    restId: same.slug,
    specId: id,
    organization: { restId: path.organizationId },
  });
}

function expectedVersion({ object: _, id, ...same }: OpenApiSpecVersion) {
  return present({ ...same, id: versionIdOf(id), restId: id, openApiSpec: { restId: path.specSlug } });
}

describe("an organization's OpenAPI specifications", () => {
  it('have every field of the REST records, renamed, from one call', async () => {
    const { data, calls, errors } = await world.execute(inOrganization(`openApiSpecs { nodes ${selection} }`));
    expect(errors).toBeUndefined();
    expect(data.organization.openApiSpecs.nodes.map(present)).toEqual(all.map(expected));
    expect(operationsOf(calls)).toEqual(['openapiSpecs.list']);
  });

  it('come in pages', () =>
    expectConnection(world, {
      document: (window, inner) => inOrganization(`openApiSpecs(${window}) ${inner}`),
      at: ['organization', 'openApiSpecs'],
      node: '{ restId processingState }',
      endpoint: openapiSpecs.list,
      nodes: all.map(({ slug: restId, processingState }) => ({ restId, processingState })),
    }));

  it('are not for guests', () =>
    expectOneError(world, inOrganization('openApiSpecs { totalCount }'), {
      at: ['organization', 'openApiSpecs'],
      code: 'FORBIDDEN',
      options: { token: sandboxTokens.guest },
    }));

  it('are read by one list where several are asked for', async () => {
    const ids = ['ledger-api', 'nothing', 'dispatch-api'].map(idOf);
    const { data, calls, errors } = await world.execute(
      'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on OpenApiSpec { slug sourceUrl } } }',
      { variables: { ids } },
    );
    expect(errors).toBeUndefined();
    expect(data.nodes).toEqual([
      { slug: 'ledger-api', sourceUrl: 'https://api.halcyonfreight.example/ledger-api/openapi.json' },
      null,
      { slug: 'dispatch-api', sourceUrl: 'https://api.halcyonfreight.example/dispatch-api/openapi.json' },
    ]);
    expect(operationsOf(calls)).toEqual(['openapiSpecs.get', 'openapiSpecs.list']);
  });
});

describe('an OpenAPI specification', () => {
  it('is found by its slug', async () => {
    const record = await rest.call(openapiSpecs.get, { path });
    const { data, calls, errors } = await world.execute(
      inOrganization(`openApiSpec(by: { slug: "beacon-ingest" }) ${selection}`),
    );
    expect(errors).toBeUndefined();
    expect(present(data.organization.openApiSpec)).toEqual(expected(record));
    expect(operationsOf(calls)).toEqual(['openapiSpecs.get']);
  });

  it('is a node', async () => {
    const id = idOf('beacon-ingest');
    const node = await expectNode(world, { type: 'OpenApiSpec', id, selection, endpoint: openapiSpecs.get });
    expect(present(node)).toEqual(expected(await rest.call(openapiSpecs.get, { path })));
  });

  it('is null with one NOT_FOUND error at its own path where there is none, whatever is selected', async () => {
    for (const fields of ['slug createdAt', 'restId', 'versions { totalCount }', 'latestVersion { url }']) {
      await expectOneError(world, inOrganization(`title openApiSpec(by: { slug: "nothing" }) { ${fields} }`), {
        at: ['organization', 'openApiSpec'],
        code: 'NOT_FOUND',
      });
    }
  });
});

describe('the versions of a specification', () => {
  it('have every field of the REST records, from one call: none for the specification', async () => {
    const { data, calls, errors } = await world.execute(ofSpec(`versions { nodes ${versionSelection} }`));
    expect(errors).toBeUndefined();
    expect(data.organization.openApiSpec.versions.nodes.map(present)).toEqual(versions.map(expectedVersion));
    expect(operationsOf(calls)).toEqual(['openapiSpecs.versions']);
  });

  it('come in pages', () =>
    expectConnection(world, {
      document: (window, inner) => ofSpec(`versions(${window}) ${inner}`),
      at: ['organization', 'openApiSpec', 'versions'],
      node: '{ restId createdAt }',
      endpoint: openapiSpecs.versions,
      nodes: versions.map(({ id: restId, createdAt }) => ({ restId, createdAt })),
    }));

  it.each(['plain REST id', 'global id'])('are found by their %s', async (which) => {
    const [, second] = versions;
    const versionId = second?.id ?? '';
    const id = which === 'global id' ? versionIdOf(versionId) : versionId;
    const record = await rest.call(openapiSpecs.version, { path: { ...path, versionId } });
    const { data, calls, errors } = await world.execute(ofSpec(`version(id: "${id}") ${versionSelection}`));
    expect(errors).toBeUndefined();
    expect(present(data.organization.openApiSpec.version)).toEqual(expectedVersion(record));
    expect(operationsOf(calls)).toEqual(['openapiSpecs.version']);
  });

  it('are nodes', async () => {
    const [first] = versions;
    const node = await expectNode(world, {
      type: 'OpenApiSpecVersion',
      id: versionIdOf(first?.id ?? ''),
      selection: versionSelection,
      endpoint: openapiSpecs.version,
    });
    expect(present(node)).toEqual(expectedVersion(first as OpenApiSpecVersion));
  });

  it('are null with one NOT_FOUND error at their own path where there is none', () =>
    expectOneError(world, ofSpec('slug version(id: "nothing") { url }'), {
      at: ['organization', 'openApiSpec', 'version'],
      code: 'NOT_FOUND',
    }));

  it("refuse another type's id, that of another specification's version, and `latest`, without a call", async () => {
    const cases = [
      [idOf('ledger-api'), /Expected an? OpenApiSpecVersion id, got an? OpenApiSpec id/],
      [
        globalIdOf('OpenApiSpecVersion', path.organizationId, 'ledger-api', versions[0]?.id ?? ''),
        /belongs to another spec\./,
      ],
      // The path of another operation.
      ['latest', /"latest" is not an id/],
    ] as const;
    for (const [id, message] of cases) {
      const calls = await expectOneError(world, ofSpec(`version(id: "${id}") { url }`), {
        at: ['organization', 'openApiSpec', 'version'],
        code: 'BAD_USER_INPUT',
        message,
      });
      expect(calls).not.toContain('openapiSpecs.version');
    }
  });
});

describe("a specification's latest version", () => {
  it('is the one that the record names, from a call of its own', async () => {
    const record = await rest.call(openapiSpecs.get, { path });
    const latest = await rest.call(openapiSpecs.latestVersion, { path });
    expect(latest.id).toBe(record.lastVersion);
    const { data, calls, errors } = await world.execute(ofSpec(`latestVersion ${versionSelection}`));
    expect(errors).toBeUndefined();
    expect(present(data.organization.openApiSpec.latestVersion)).toEqual(expectedVersion(latest));
    expect(operationsOf(calls)).toEqual(['openapiSpecs.latestVersion']);
  });

  it('gives its content alone in one call, and the same as the version does', async () => {
    const content = await rest.call(openapiSpecs.latestVersionContent, { path });
    expect(Object.keys(content.filesystem ?? {})).toEqual(['openapi.json']);
    const alone = await world.execute(ofSpec(`latestVersionContent ${everyField('OpenApiSpecContent')}`));
    expect(alone.errors).toBeUndefined();
    expect(alone.data.organization.openApiSpec.latestVersionContent).toEqual(content);
    expect(operationsOf(alone.calls)).toEqual(['openapiSpecs.latestVersionContent']);
    const through = await world.execute(ofSpec('latestVersion { restId content { filesystem url } }'));
    expect(through.data.organization.openApiSpec.latestVersion.content).toEqual(content);
    expect(operationsOf(through.calls)).toEqual(['openapiSpecs.latestVersion', 'openapiSpecs.versionContent']);
  });

  it('needs no call where the record is there and its id is all that is selected', async () => {
    const { data, calls, errors } = await world.execute(
      inOrganization('openApiSpecs { nodes { slug latestVersion { id restId openApiSpec { slug } } } }'),
    );
    expect(errors).toBeUndefined();
    expect(data.organization.openApiSpecs.nodes).toEqual(
      all.map(({ slug, lastVersion = '' }) => ({
        slug,
        latestVersion: {
          id: globalIdOf('OpenApiSpecVersion', path.organizationId, slug, lastVersion),
          restId: lastVersion,
          openApiSpec: { slug },
        },
      })),
    );
    expect(operationsOf(calls)).toEqual(['openapiSpecs.list']);
  });

  it('shares the call for the record where that is asked for too', async () => {
    const { data, calls } = await world.execute(ofSpec('title: slug latestVersion { restId }'));
    expect(data.organization.openApiSpec.latestVersion.restId).toBe(versions[0]?.id);
    expect(operationsOf(calls)).toEqual(['openapiSpecs.get']);
  });

  it('is asked for beside the record, and once, where more of it is selected', async () => {
    const both = await world.execute(ofSpec('createdAt latestVersion { url }'));
    expect(both.data.organization.openApiSpec.latestVersion.url).toBe(versions[0]?.url);
    expect(operationsOf(both.calls)).toEqual(['openapiSpecs.get', 'openapiSpecs.latestVersion']);
    const listed = await world.execute(inOrganization('openApiSpecs { nodes { latestVersion { restId url } } }'));
    expect(operationsOf(listed.calls)).toEqual([...all.map(() => 'openapiSpecs.latestVersion'), 'openapiSpecs.list']);
  });
});

describe("a version's content", () => {
  it('is what REST gives for that version, at one call for a version known by its id', async () => {
    const versionId = versions.at(-1)?.id ?? '';
    const content = await rest.call(openapiSpecs.versionContent, { path: { ...path, versionId } });
    expect(content).not.toEqual(await rest.call(openapiSpecs.latestVersionContent, { path }));
    const { data, calls, errors } = await world.execute(
      ofSpec(`version(id: "${versionId}") { restId content { filesystem url } }`),
    );
    expect(errors).toBeUndefined();
    expect(data.organization.openApiSpec.version).toEqual({ restId: versionId, content });
    expect(operationsOf(calls)).toEqual(['openapiSpecs.versionContent']);
  });
});
