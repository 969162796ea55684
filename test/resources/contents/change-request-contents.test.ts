import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeRequestContents } from '../../../src/resources/contents/change-request-contents.ts';
import { contract } from '../../../src/resources/contract.ts';
import { operationsOf, startWorld, type TestWorld } from '../../support/gateways/gateway.ts';
import { flat } from '../../support/resources/contents.ts';
import { spacesByTitle } from '../../support/resources/spaces.ts';
import { type RestCalls, restCalls } from '../../support/sandbox/sandbox-calls.ts';
import { describeContent } from '../../support/suites/content-suite.ts';

let world: TestWorld;
let rest: RestCalls;
let key: { spaceId: string; changeRequestId: string };

beforeAll(async () => {
  world = await startWorld();
  rest = restCalls(world.sandboxUrl);
  const spaceId = (await spacesByTitle(rest))('Dispatch API').id;
  const [changeRequest] = await rest.items(contract.changeRequests.list, { path: { spaceId } });
  key = { spaceId, changeRequestId: changeRequest?.id ?? '' };
});

afterAll(() => world.close());

const document = (fields: string) =>
  `{ space(id: "${key.spaceId}") { changeRequest(by: { id: "${key.changeRequestId}" }) { ${fields} } } }`;

describe("a change request's content", () => {
  describeContent(changeRequestContents, () => ({ world, key, document, at: ['space', 'changeRequest'] }));

  it('is another than that of its space, through the same fields', async () => {
    const { spaceId } = key;
    const { data, calls, errors } = await world.execute(
      `query ($ids: [ID!]!) {
        nodes(ids: $ids) { ... on Content { __typename pageList { page { restId markdown } } revision { restId } } }
      }`,
      {
        variables: {
          ids: [`Space:${spaceId}`, `ChangeRequest:${spaceId}/${key.changeRequestId}`].map((id) =>
            Buffer.from(id).toString('base64url'),
          ),
        },
      },
    );
    expect(errors).toBeUndefined();
    const [main, proposed] = data.nodes;
    expect([main.__typename, proposed.__typename]).toEqual(['Space', 'ChangeRequest']);
    expect(main.revision.restId).not.toBe(proposed.revision.restId);
    const changed = (list: { page: { markdown: string } }[]) =>
      list.filter(({ page }, i) => page.markdown !== main.pageList[i].page.markdown).map(({ page }) => page);
    const { pages } = await rest.call(changeRequestContents.pages, { path: key });
    const { pages: mainPages } = await rest.call(contract.spaceContents.pages, { path: { spaceId } });
    const before = flat(mainPages);
    const expected = flat(pages)
      .filter(({ page }, i) => page.markdown !== before[i]?.page.markdown)
      .map(({ page: { id, markdown } }) => ({ restId: id, markdown }));
    expect(expected).toHaveLength(1);
    expect(changed(proposed.pageList)).toEqual(expected);
    expect(operationsOf(calls)).toEqual([
      'changeRequestContents.pages',
      'changeRequests.get',
      'spaceContents.pages',
      'spaces.get',
    ]);
  });
});
