import { type DocumentNode, Kind, parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillIds, type Variables } from '../../src/explorer/app/ids.ts';
import { type Example, examples, startingIds } from '../../src/explorer/examples.ts';
import { startWorld, type TestWorld } from '../support/gateways/gateway.ts';

let world: TestWorld;
let ids: unknown;
beforeAll(async () => {
  world = await startWorld({ processingMs: 0 });
  ids = (await world.execute(startingIds)).data;
});
afterAll(() => world.close());

/** Executes the operations of an example as the explorer does: the ids of each response fill the variables. */
class Story {
  readonly #query: string;
  readonly #document: DocumentNode;
  variables: Variables;

  constructor(title: string) {
    const { query, variables } = examples.find((example) => example.title === title) as Example;
    this.#query = query;
    this.#document = parse(query);
    this.variables = fillIds(variables, ids);
  }

  async run(operationName: string) {
    const definition = this.#document.definitions.find(
      (node) => node.kind === Kind.OPERATION_DEFINITION && node.name?.value === operationName,
    );
    const { start = 0, end = 0 } = definition?.loc ?? {};
    const result = await world.execute(this.#query.slice(start, end), { variables: this.variables });
    this.variables = fillIds(this.variables, result.data);
    return result;
  }
}

describe('the examples', () => {
  it('of an import have a conflict, which an update resolves', async () => {
    const story = new Story('OpenTwoChangeRequests');
    await story.run('OpenTwoChangeRequests');
    const { data } = await story.run('ImportTheSamePage');
    expect(data).toMatchObject({ one: { importedResourceCount: 1, totalResourceCount: 1 } });
    expect(data.two.changeRequest.pages.at(-1)).toEqual({
      title: 'Webhook retries',
      path: 'webhook-retries',
      markdown: 'A webhook is retried for **six hours**.',
    });
    const first = await story.run('MergeTheFirst');
    expect(first.data.mergeChangeRequest).toMatchObject({ changeRequest: { status: 'merged' }, userErrors: [] });
    const refused = await story.run('MergeTheSecond');
    expect(refused.data.mergeChangeRequest).toMatchObject({ changeRequest: null, userErrors: [{ code: 'CONFLICT' }] });
    const updated = await story.run('UpdateTheSecond');
    expect(updated.data.updateChangeRequestFromMain).toMatchObject({ result: 'conflicts', userErrors: [] });
    const second = await story.run('MergeTheSecond');
    expect(second.data.mergeChangeRequest.changeRequest.status).toBe('merged');
    const { pages } = (await story.run('ReadPages')).data.space;
    expect(pages.slice(-2).map(({ path }: { path: string }) => path)).toEqual(['webhook-retries', 'webhook-retries-2']);
  });

  it('of a specification lead from pending to complete, and to an error', async () => {
    const story = new Story('AddSpecification');
    const read = async () => (await story.run('ReadSpecification')).data.organization.openApiSpec;
    const settled = () => expect.poll(async () => (await read()).processingState, { timeout: 20_000 });
    const added = await story.run('AddSpecification');
    expect(added.data.upsertOpenApiSpec.openApiSpec).toEqual({ processingState: 'pending' });
    await settled().toBe('complete');
    const complete = await read();
    expect(complete).toMatchObject({ lastProcessErrorCode: null, versions: { totalCount: 1 } });
    expect(complete.latestVersion.content.filesystem['openapi.json'].paths).toHaveProperty('/pets');
    expect((await story.run('BreakSpecification')).data.upsertOpenApiSpec.userErrors).toEqual([]);
    await settled().toBe('failed');
    expect(await read()).toMatchObject({ lastProcessErrorCode: 'PARSE_FAILED', latestVersion: complete.latestVersion });
  });

  it('of a share key reveal the published URLs to those who have it', async () => {
    const story = new Story('FindSharedSite');
    await story.run('FindSharedSite');
    const { data } = await story.run('AddShareLink');
    const { published } = data.createShareLink.shareLink.urls;
    const without = await story.run('ReadPublished');
    expect(without.errors).toBeUndefined();
    expect(without.data.node.published.site.urls.published).toBeNull();
    story.variables = { ...story.variables, shareKey: published.split('/').at(-1) };
    const shared = await story.run('ReadPublished');
    expect(shared.data.node.published.site.urls.published).toBe(published);
    expect((await fetch(shared.data.node.siteSpaces.nodes[0].urls.published)).status).toBe(200);
    expect((await story.run('Deactivate')).data.updateShareLink.shareLink.isActive).toBe(false);
    const rejected = await story.run('ReadPublished');
    expect(rejected.errors?.map(({ extensions }) => extensions.code)).toContain('FORBIDDEN');
    expect((await fetch(published)).status).toBe(404);
  });
});
