import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openapiSpecs } from '../../../src/resources/openapi-specs/contract.ts';
import { sandboxTokens } from '../../../src/sandbox/index.ts';
import { globalIdOf } from '../../support/execution/expectations.ts';
import { type MutationWorld, startMutationWorld, wrongId } from '../../support/resources/mutation-world.ts';
import { forbidden, missing } from '../../support/resources/mutations.ts';
import { processed, specification, specificationUrl } from '../../support/sandbox/sources.ts';

const { editor, outsider } = sandboxTokens;

/** The sources of this world remain pending, so that a record is the same in each response. */
const processingMs = 600_000;

let world: MutationWorld;
let organizationId: string;

beforeAll(async () => {
  world = await startMutationWorld({ processingMs });
  organizationId = globalIdOf('Organization', world.home);
});
afterAll(() => world.close());

const spec = { field: 'openApiSpec', type: 'OpenApiSpec' };
const url = (name: string) => `https://api.example/${name}.json`;
const inputOf = (slug: string, address = url(slug)) => ({ organizationId, slug, source: { url: address } });
const create = (input: object) =>
  world.changed({ endpoint: openapiSpecs.create, name: 'createOpenApiSpec', input: { ...input }, ...spec });
const put = (input: object) =>
  world.changed({ endpoint: openapiSpecs.put, name: 'upsertOpenApiSpec', input: { ...input }, ...spec });

const wrongSlugs = [
  ['', 'TOO_SHORT'],
  ['s'.repeat(101), 'TOO_LONG'],
  ['Upper', 'PATTERN'],
  ['two--hyphens', 'PATTERN'],
  ['-edge', 'PATTERN'],
  ['../other', 'PATTERN'],
] as const;

describe('createOpenApiSpec', () => {
  it('creates a specification, whose source is pending', async () => {
    const slug = `pets-${'p'.repeat(95)}`;
    const created = await create(inputOf(slug));
    expect(created).toMatchObject({
      id: globalIdOf('OpenApiSpec', world.home, slug),
      slug,
      sourceUrl: url(slug),
      processingState: 'pending',
      organization: { restId: world.home },
    });
  });

  it('refuses a slug that is taken', async () => {
    await create(inputOf('taken'));
    const input = inputOf('taken', url('other'));
    expect(await world.run.refused(openapiSpecs.create, 'createOpenApiSpec', input)).toMatchObject({
      field: ['slug'],
      code: 'CONFLICT',
      message: expect.stringContaining('taken'),
    });
    const id = globalIdOf('OpenApiSpec', world.home, 'taken');
    expect(await world.read('OpenApiSpec', id, '{ sourceUrl }')).toEqual({ sourceUrl: url('taken') });
  });

  it.each(wrongSlugs)('refuses the slug %j, and sends nothing', async (slug, code) => {
    const [first] = await world.run.unsent('createOpenApiSpec', inputOf(slug));
    expect(first).toMatchObject({ field: ['slug'], code });
  });

  it.each([
    ['createOpenApiSpec', 'no URL', 'PATTERN'],
    ['upsertOpenApiSpec', 'no URL', 'PATTERN'],
    ['createOpenApiSpec', 'https://api.example/'.padEnd(2049, 'u'), 'TOO_LONG'],
    ['upsertOpenApiSpec', 'https://api.example/'.padEnd(2049, 'u'), 'TOO_LONG'],
  ])('%s refuses a source that is no URL or a too long one, and sends nothing', async (name, address, code) => {
    const userErrors = await world.run.unsent(name, inputOf('sourceless', address));
    expect(userErrors).toMatchObject([{ field: ['source', 'url'], code }]);
  });

  it('is for those who may create content', async () => {
    const input = inputOf('not-mine');
    const endpoint = openapiSpecs.create;
    expect(await world.run.failed('createOpenApiSpec', input, editor)).toMatchObject(forbidden(endpoint));
    expect(await world.run.failed('createOpenApiSpec', input, outsider)).toMatchObject(missing(endpoint));
    expect(await world.read('OpenApiSpec', globalIdOf('OpenApiSpec', world.home, 'not-mine'))).toBeNull();
  });
});

describe('upsertOpenApiSpec', () => {
  it('creates a specification where there is none, and gives one that is there a new source', async () => {
    const longest = 'https://api.example/'.padEnd(2048, 'u');
    const { id, restId, specId } = await put(inputOf('orders', longest));
    expect(restId).toBe('orders');
    world.sandbox.clock.advance(1000);
    const replaced = await put(inputOf('orders', url('second')));
    expect(replaced).toMatchObject({ id, specId, sourceUrl: url('second') });
  });

  it('leads to a new version, or to an error', async () => {
    const quick = await startMutationWorld({ processingMs: 0 });
    const id = globalIdOf('OpenApiSpec', quick.home, 'processed');
    const replace = (address: string) => {
      const input = {
        organizationId: globalIdOf('Organization', quick.home),
        slug: 'processed',
        source: { url: address },
      };
      return quick.run.done(openapiSpecs.put, 'upsertOpenApiSpec', input, 'openApiSpec { processingState }');
    };
    const selection =
      '{ processingState lastProcessErrorCode versions { totalCount } latestVersion { content { filesystem } } }';
    expect((await replace(specificationUrl('Pets'))).payload.openApiSpec).toEqual({ processingState: 'pending' });
    await processed(quick.rest, quick.home, 'processed');
    const content = { filesystem: { 'openapi.json': specification('Pets') } };
    const complete = { processingState: 'complete', lastProcessErrorCode: null, versions: { totalCount: 1 } };
    expect(await quick.read('OpenApiSpec', id, selection)).toEqual({ ...complete, latestVersion: { content } });
    await replace('data:text/plain,nothing');
    await processed(quick.rest, quick.home, 'processed');
    const failed = { ...complete, processingState: 'failed', lastProcessErrorCode: 'PARSE_FAILED' };
    expect(await quick.read('OpenApiSpec', id, selection)).toEqual({ ...failed, latestVersion: { content } });
    await quick.close();
  });

  it.each(wrongSlugs)('refuses the slug %j, and sends nothing', async (slug, code) => {
    const userErrors = await world.run.unsent('upsertOpenApiSpec', { ...inputOf(slug), source: { url: 'no URL' } });
    expect(userErrors[0]).toMatchObject({ field: ['slug'], code });
    expect(userErrors.at(-1)).toMatchObject({ field: ['source', 'url'], code: 'PATTERN' });
  });

  it('is for those who may create content', async () => {
    const { id } = await create(inputOf('kept'));
    const input = inputOf('kept', url('mine'));
    expect(await world.run.failed('upsertOpenApiSpec', input, editor)).toMatchObject(forbidden(openapiSpecs.put));
    expect(await world.read('OpenApiSpec', id, '{ sourceUrl }')).toEqual({ sourceUrl: url('kept') });
  });
});

describe('deleteOpenApiSpec', () => {
  it('deletes a specification, whose slug is then free', async () => {
    const { id } = await create(inputOf('passing'));
    expect(await world.run.failed('deleteOpenApiSpec', { id }, editor)).toMatchObject(forbidden(openapiSpecs.delete));
    expect(await world.run.unsent('deleteOpenApiSpec', { id: 'passing' })).toMatchObject(wrongId);
    await put(inputOf('passing', url('second')));
    await world.deleted(openapiSpecs.delete, 'deleteOpenApiSpec', id);
    expect((await create(inputOf('passing'))).id).toBe(id);
  });
});
