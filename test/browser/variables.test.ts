import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { skipsExplorer } from '../support/browser/browser.ts';
import { explorerOfSuite } from '../support/browser/explorer-of-suite.ts';
import { isPlanRequest, setQuery, setVariables, showTab, storedVariables } from '../support/browser/explorer-page.ts';
import { clipboardOf } from '../support/browser/explorer-world.ts';

describe.skipIf(skipsExplorer)('the variables of the explorer', () => {
  const { open } = explorerOfSuite();
  let page: Page;

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const footer = () => page.locator('.docgraph-footer');

  it('fills the id of a variable once, and not again when its tab is shown', async () => {
    page = await open();
    await setQuery(page, 'query Fill { organization: organizations(first: 1) { nodes { id } } }');
    const empty = '{ "organizationId": "" /* none */ }';
    await setVariables(page, empty);
    await button(/^Execute query/).click();
    await expect.poll(() => storedVariables(page)).toMatch(/"organizationId": "\w+" \/\* none \*\//);
    await setVariables(page, empty);
    await button('New tab').click();
    await showTab(page, 'Fill');
    await footer().getByText('HTTP 200').waitFor();
    const sent = page.waitForRequest((request) => !isPlanRequest(request) && request.method() === 'POST');
    await button(/^Execute query/).click();
    expect((await sent).postDataJSON().variables).toEqual({ organizationId: '' });
  });

  it('requests the next page of a list, with the other variables and their comments', async () => {
    page = await open();
    await setQuery(
      page,
      'query Page($first: Int, $after: String) { organizations(first: $first, after: $after) { pageInfo { hasNextPage endCursor } nodes { title } } }',
    );
    await setVariables(page, '{ "first": 1, /* one a page */ }');
    await button(/^Execute query/).click();
    // The whole line: the editor splits it into tokens some time later.
    const title = page.locator('.graphiql-response .view-line', { hasText: '"title"' });
    const first = await title.innerText();
    await button('Copy as curl, without the token').click();
    await page.getByText('Copied').waitFor();
    expect(await clipboardOf(page)).toContain('"variables":{"first":1}');
    const sent = page.waitForRequest((request) => request.postDataJSON()?.variables?.after !== undefined);
    await button('Next page of organizations').click();
    expect((await sent).postDataJSON().variables).toEqual({ first: 1, after: expect.any(String) });
    await expect.poll(() => title.innerText()).not.toBe(first);
    expect(await title.count()).toBe(1);
    await expect.poll(() => storedVariables(page)).toMatch(/"first": 1,\s+"after": "[^"]+",\s+\/\* one a page \*\//);
  });

  it('requests the next page of the operation that has the response, whichever comes first in the text', async () => {
    page = await open();
    const mutation = 'mutation First { deleteSpace(input: { id: "none" }) { clientMutationId } }';
    const query =
      'query Second($after: String) { organizations(first: 1, after: $after) { pageInfo { hasNextPage endCursor } nodes { title } } }';
    await setQuery(page, `${mutation} ${query}`);
    await button(/^Execute query/).click();
    await page.getByRole('menuitem', { name: 'Second' }).click();
    const next = button('Next page of organizations');
    await next.waitFor();
    // A tab that is shown again has the first operation.
    await button('New tab').click();
    await showTab(page, 'Second');
    const sent = page.waitForRequest((request) => !isPlanRequest(request) && request.method() === 'POST');
    await next.click();
    expect((await sent).postDataJSON()).toMatchObject({
      operationName: 'Second',
      variables: { after: expect.any(String) },
    });
  });
});
