import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, Locator, Page, Route } from 'playwright-core';
import { type PreviewServer, preview } from 'vite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { browserPath, launchBrowser, openPage, violations } from './support/browser.ts';
import { type Platform, startPlatform } from './support/platform.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const screenshots = `${root}screenshots`;
const sizes = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];

// In CI, a missing browser is a failure, not a reason to skip.
describe.skipIf(!process.env.CI && !browserPath)('the dashboard in a browser', () => {
  let platform: Platform;
  let server: PreviewServer;
  let browser: Browser;
  let page: Page;
  let errors: string[];

  beforeAll(async () => {
    platform = await startPlatform();
    process.env.GATEWAY_URL = platform.url;
    server = await preview({ root, logLevel: 'silent', preview: { port: 0, host: '127.0.0.1' } });
    browser = await launchBrowser();
    mkdirSync(screenshots, { recursive: true });
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    await platform?.stop();
  });
  beforeEach(async () => {
    ({ page, errors } = await openPage(browser, server.resolvedUrls?.local[0] ?? ''));
  });
  afterEach(async () => {
    platform.fail(undefined);
    await page.close();
  });

  it('signs in with a token, keeps it for the tab only, and says if the platform does not accept it', async () => {
    await look('sign-in');
    await page.getByLabel('Access token').fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('The platform does not accept this token.').waitFor();
    expect(await page.getByLabel('Access token').getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('Access token').fill('clé');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('letters without accents only').waitFor();
    await signIn('sandbox-admin');
    await page.reload();
    await heading('Sites');
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Access token').waitFor();
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
    expect(errors).toEqual([]);
  });

  it('keeps a session when a response to the one before arrives', async () => {
    await openChangeRequest();
    let respond = () => {};
    const gate = new Promise<void>((resolve) => {
      respond = resolve;
    });
    const rejection = { errors: [{ message: 'Rejected.', extensions: { code: 'UNAUTHENTICATED' } }] };
    await page.route('**/graphql', async (route) => {
      if (!route.request().postData()?.includes('mutation PostComment')) return route.continue();
      await gate;
      return route.fulfill({ status: 401, contentType: 'application/graphql-response+json', json: rejection });
    });
    await page.getByRole('textbox', { name: 'Comment' }).fill('Too late.');
    await page.getByRole('button', { name: 'Post comment' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await signIn('sandbox-reader');
    const late = page.waitForResponse((response) => response.status() === 401);
    respond();
    await late;
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByRole('button', { name: 'Refresh', exact: true }).waitFor();
    await heading('Sites');
  });

  it('leads from the sites to a change request, with the keyboard alone', async () => {
    await signIn('sandbox-admin');
    await follow('Halcyon Docs');
    await heading('Halcyon Docs');
    await page.getByRole('heading', { name: 'Partner APIs' }).waitFor();
    await follow(/^Dispatch Release Notes 4/);
    await page.getByRole('paragraph').filter({ hasText: '4 open change requests' }).waitFor();
    await follow('Update “This year” for the July release');
    await heading('#4 Update “This year” for the July release');
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    await page.getByRole('article').first().waitFor();
    await page.goBack();
    await heading('Halcyon Docs');
    expect(errors).toEqual([]);
  });

  it('loads further pages of a list', async () => {
    await openSpace();
    expect(await rows().count()).toBe(3);
    await page.getByRole('button', { name: 'Show more change requests' }).click();
    await rows().nth(3).waitFor();
    expect(await page.getByRole('button', { name: 'Show more change requests' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByRole('button', { name: 'Show more change requests' }).waitFor();
    expect(await rows().count()).toBe(3);
    expect(errors).toEqual([]);
  });

  it('keeps the list if its next page fails', async () => {
    await openSpace();
    platform.fail(/\/change-requests\?/);
    await page.getByRole('button', { name: 'Show more change requests' }).click();
    await page.getByText('The service reported an error.').waitFor();
    expect(await rows().count()).toBe(3);
    expect(errors).toEqual([]);
  });

  it('shows user errors in the form, posts a comment, and resolves it', async () => {
    await openChangeRequest();
    const threads = page.getByRole('list').and(page.locator('.threads')).getByRole('article');
    await threads.first().waitFor();
    const before = await threads.count();
    const comment = page.getByRole('textbox', { name: 'Comment' });
    const picker = page.getByRole('combobox', { name: 'Page' });
    await comment.fill('Looks good to me: `retry` is explained well.');
    // The id of a space, as if the page had changed: the error names the input field, so it is beside the field.
    await pick(picker, 'U3BhY2U6bm8tc3VjaC1zcGFjZQ');
    await page.getByRole('button', { name: 'Post comment' }).click();
    await page.locator('#comment-page-problems').getByText('Space').waitFor();
    expect(await picker.getAttribute('aria-invalid')).toBe('true');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('comment-page');
    await look('user-errors');
    // A page that the service does not know any more: the service names the field.
    await pick(picker, 'no-such-page');
    await page.getByRole('button', { name: 'Post comment' }).click();
    await page.locator('#comment-page-problems').getByText('no-such-page').waitFor();
    expect(await picker.getAttribute('aria-invalid')).toBe('true');
    const title = 'This year';
    await picker.selectOption({ label: title });
    await page.getByRole('button', { name: 'Post comment' }).click();
    await threads.first().getByText('Looks good to me').waitFor();
    await threads.first().getByText(`on ${title}`).waitFor();
    expect(await threads.first().locator('code').textContent()).toBe('retry');
    expect(await threads.count()).toBe(before + 1);
    expect(await comment.inputValue()).toBe('');
    await details('Open comments', String(before + 1));
    await threads.first().getByRole('button', { name: 'Resolve' }).click();
    await threads
      .first()
      .getByText(/^Resolved by/)
      .waitFor();
    await details('Open comments', String(before));
    await threads.first().getByRole('button', { name: 'Reopen' }).waitFor();
    await look('resolved');
    expect(errors).toEqual([]);
  });

  it('shows a comment before the service has it, and takes it back if the service refuses it', async () => {
    await openChangeRequest();
    const threads = page.getByRole('list').and(page.locator('.threads')).getByRole('article');
    await threads.first().waitFor();
    const before = await threads.count();
    const openComments = page.locator('.details dl > div', { hasText: 'Open comments' });
    const openBefore = Number.parseInt((await openComments.locator('dd').textContent()) ?? '', 10);
    const comment = page.getByRole('textbox', { name: 'Comment' });
    const picker = page.getByRole('combobox', { name: 'Page' });
    const posting = threads.filter({ hasText: 'Posting…' });
    await comment.fill('At once.');

    await pick(picker, 'U3BhY2U6bm8tc3VjaC1zcGFjZQ');
    const refuse = await holdMutation('PostComment');
    await page.getByRole('button', { name: 'Post comment' }).click();
    await posting.getByText('At once.').waitFor();
    await details('Open comments', String(openBefore + 1));
    expect(await posting.getByRole('button').count()).toBe(0);
    refuse();
    await posting.waitFor({ state: 'detached' });
    await details('Open comments', String(openBefore));
    await page.locator('#comment-page-problems').getByText('Space').waitFor();
    expect(await comment.inputValue()).toBe('At once.');
    expect(await threads.count()).toBe(before);

    await picker.selectOption('');
    const take = await holdMutation('PostComment');
    await page.getByRole('button', { name: 'Post comment' }).click();
    await posting.getByText('At once.').waitFor();
    take();
    await posting.waitFor({ state: 'detached' });
    const [taken] = await threads.all();
    expect(await taken?.textContent()).toContain('At once.');
    expect(await threads.count()).toBe(before + 1);
    await details('Open comments', String(openBefore + 1));
    expect(errors).toEqual([]);
  });

  it('says how few requests a page takes, and how many REST calls the gateway made for them', async () => {
    await openChangeRequest();
    await page.getByRole('article').first().waitFor();
    const before = platform.calls();
    await page.reload();
    await page.getByRole('article').first().waitFor();
    const bar = page.getByText(/^1 GraphQL request = \d+ REST calls$/);
    await bar.waitFor();
    const calls = platform.calls() - before;
    expect(calls).toBeGreaterThan(5);
    expect(await bar.textContent()).toBe(`1 GraphQL request = ${calls} REST calls`);
    await page.goto('/');
    await heading('Sites');
    await page.getByText(/^\d GraphQL requests? = \d+ REST calls$/).waitFor();
    expect(errors).toEqual([]);
  });

  it('renders the Markdown of comments, and executes nothing in it', async () => {
    await openChangeRequest();
    const comment = page.getByRole('textbox', { name: 'Comment' });
    const attack = 'window.attacked = true';
    const hostile = [
      'Hostile: **bold** [good](https://docs.example/a)',
      `<img src=x onerror="${attack}"><script>${attack}</script>`,
      `[bad](javascript:${attack}) ![picture](https://evil.example/pixel.png)`,
    ];
    await comment.fill(hostile.join('\n\n'));
    await page.getByRole('button', { name: 'Post comment' }).click();
    const thread = page.locator('.thread:not(.posting)', { hasText: 'Hostile' });
    await thread.waitFor();
    expect(await thread.locator('strong', { hasText: 'bold' }).count()).toBe(1);
    expect(await thread.locator('.comment-text :is(img, script)').count()).toBe(0);
    const links = await thread.locator('.comment-text a').evaluateAll((all) => all.map((a) => a.getAttribute('href')));
    expect(links).toEqual(['https://docs.example/a', 'https://evil.example/pixel.png']);
    expect(await page.evaluate(() => 'attacked' in window)).toBe(false);
    expect(errors).toEqual([]);
  });

  it('deletes a comment at once, keeps it deleted after a refresh, and takes it back if the service does not delete it', async () => {
    await openChangeRequest();
    const threads = page.getByRole('list').and(page.locator('.threads')).getByRole('article');
    await threads.first().waitFor();
    const before = await threads.count();
    const openComments = page.locator('.details dl > div', { hasText: 'Open comments' });
    const openBefore = await openComments.textContent();
    await page.getByRole('textbox', { name: 'Comment' }).fill('To be deleted.');
    await page.getByRole('button', { name: 'Post comment' }).click();
    const posted = threads.filter({ hasText: 'To be deleted.' });
    await posted.waitFor();
    platform.fail(/\/comments\/[^/]+$/);
    await posted.getByRole('button', { name: 'Delete' }).click();
    await page
      .getByRole('status')
      .filter({ hasText: /^(The service reported|The connection broke)/ })
      .waitFor();
    await posted.waitFor();
    platform.fail(undefined);
    await posted.getByRole('button', { name: 'Delete' }).click();
    await posted.waitFor({ state: 'detached' });
    await expect.poll(() => openComments.textContent()).toBe(openBefore);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByRole('button', { name: 'Refresh', exact: true }).waitFor();
    expect(await threads.count()).toBe(before);
    expect(errors).toEqual([]);
  });

  it('shows a failed field in its place, and loads it again', async () => {
    await openSpace();
    platform.fail(/\/replies/);
    await follow('Review “May release” for the audit');
    const notices = page.getByRole('alert').filter({ hasText: 'The replies could not be loaded.' });
    await notices.first().waitFor();
    expect(await page.getByRole('list').and(page.locator('.threads')).getByRole('article').count()).toBe(3);
    await details('Open comments', '3');
    await look('failed-field');
    // The cache has null for the replies: a visit from the cache shows the failure, too.
    await page.goBack();
    const isPageQuery = (body: string | null) => body?.includes('ChangeRequestPage') ?? false;
    await Promise.all([
      page.waitForResponse((response) => isPageQuery(response.request().postData())),
      page.goForward(),
      notices.first().waitFor(),
    ]);
    platform.fail(undefined);
    await notices.first().getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('list', { name: 'Replies' }).first().waitFor();
    await notices.first().waitFor({ state: 'detached' });
    expect(errors).toEqual([]);
  });

  it.each(['/nowhere', '/sites/garbage', '/sites/U2l0ZTphL2I', '/sites/garbage/spaces/a/change-requests/garbage'])(
    'says that nothing is at %s',
    async (path) => {
      await signIn('sandbox-admin');
      await page.goto(new URL(path, page.url()).href);
      await heading('Not found');
      expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    },
  );

  it('loads a page again that has failed as a whole, and a list', async () => {
    await signIn('sandbox-admin');
    await failAndRetry(/./, 'The page');
    await heading('Sites');
    await failAndRetry(/\/sites\b/, 'The list of sites');
    await follow('Halcyon Docs');
    await heading('Halcyon Docs');
    await failAndRetry(/./, 'The site');
    await follow(/^Dispatch Release Notes 4/);
    await rows().first().waitFor();
    await failAndRetry(/\/change-requests/, 'The change requests');
    await follow('Update “This year” for the July release');
    await page.getByRole('heading', { level: 1, name: /^#4/ }).waitFor();
    await failAndRetry(/./, 'The change request');
    await page.getByRole('article').first().waitFor();
    expect(errors).toEqual([]);
  });

  it('keeps what it shows, and what was entered, if a refresh gets no response', async () => {
    await openChangeRequest();
    const comment = page.getByRole('textbox', { name: 'Comment' });
    await comment.fill('Not posted yet.');
    await page.route('**/graphql', (route) => route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' }));
    await page.getByRole('button', { name: 'Refresh' }).click();
    const notice = page.getByRole('alert').filter({ hasText: 'The connection failed.' });
    await notice.waitFor();
    expect(await comment.inputValue()).toBe('Not posted yet.');
    await page.unroute('**/graphql');
    await notice.getByRole('button', { name: 'Try again' }).click();
    await notice.waitFor({ state: 'detached' });
    expect(await comment.inputValue()).toBe('Not posted yet.');
  });

  it('keeps what was entered if a refresh fails, where the form is replaced by an error', async () => {
    await openChangeRequest();
    const comment = page.getByRole('textbox', { name: 'Comment' });
    await comment.fill('Not posted yet.');
    await page.getByRole('combobox', { name: 'Page' }).selectOption({ label: 'This year' });
    platform.fail(/./);
    await page.getByRole('button', { name: 'Refresh' }).click();
    const notice = page.getByRole('alert').filter({ hasText: 'The change request could not be loaded.' });
    await notice.waitFor();
    platform.fail(undefined);
    await notice.getByRole('button', { name: 'Try again' }).click();
    await comment.waitFor();
    expect(await comment.inputValue()).toBe('Not posted yet.');
    expect(await page.getByRole('combobox', { name: 'Page' }).locator('option:checked').textContent()).toBe(
      'This year',
    );
    expect(errors).toEqual([]);
  });

  it('keeps the rest of the page if a list fails', async () => {
    await signIn('sandbox-admin');
    platform.fail(/\/sections\b/);
    await follow('Halcyon Docs');
    await page.getByText('The list of spaces could not be loaded.').waitFor();
    await heading('Halcyon Docs');
    expect(errors).toEqual([]);
  });

  it('shows empty lists, and hides what the role does not allow', async () => {
    await signIn('sandbox-admin');
    await follow('Pinegrove Instruments');
    await follow('Lab Manual');
    await page.getByText('No space selected.').waitFor();
    await page.getByRole('heading', { name: 'Spaces', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await openChangeRequest('sandbox-reader');
    await page.getByText('ask for the comment role').waitFor();
    expect(await page.getByRole('form').count()).toBe(0);
    // The id of a space that does not exist.
    await page.goto('/sites/U3BhY2U6bm8tc3VjaC1zcGFjZQ');
    await page.getByText('This site does not exist').waitFor();
    expect(errors).toEqual([]);
  });

  it('is accessible at every size, in light and dark', async () => {
    await signIn('sandbox-admin');
    await page.getByText('docs.halcyonfreight.example').waitFor();
    await look('sites');
    await openSpace();
    await look('site');
    await openChangeRequest();
    await page.getByRole('article').first().waitFor();
    await look('change-request');
    expect(errors).toEqual([]);
  });

  async function signIn(token: string) {
    await page.getByLabel('Access token').fill(token);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await heading('Sites');
  }

  /** Opens the space with four change requests. */
  async function openSpace(token = 'sandbox-admin') {
    await page.goto('/');
    await Promise.race([page.getByLabel('Access token').waitFor(), heading('Sites')]);
    if (await page.getByLabel('Access token').isVisible()) await signIn(token);
    await follow('Halcyon Docs');
    await follow(/^Dispatch Release Notes 4/);
    await rows().first().waitFor();
  }

  /** Opens the page anew while REST reads fail, and loads it again with the button of its notice when they do not. */
  async function failAndRetry(paths: RegExp, name: string) {
    platform.fail(paths);
    await page.reload();
    const notice = page.getByRole('alert').filter({ hasText: `${name} could not be loaded.` });
    await notice.waitFor();
    platform.fail(undefined);
    await notice.getByRole('button', { name: 'Try again' }).click();
    await notice.waitFor({ state: 'detached' });
  }

  async function openChangeRequest(token?: string) {
    await openSpace(token);
    await follow('Update “This year” for the July release');
    await page.getByRole('heading', { level: 1, name: /^#4/ }).waitFor();
  }

  /** Chooses a page with an id that the list does not have. */
  async function pick(picker: Locator, id: string) {
    await picker.evaluate((select: HTMLSelectElement, value) => {
      select.add(new Option(value, value));
      select.value = value;
      select.dispatchEvent(new Event('change', { bubbles: true }));
    }, id);
  }

  /** Holds the next request with a mutation until the function that it returns is called. */
  async function holdMutation(name: string): Promise<() => void> {
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const isMutation = (route: Route) => route.request().postData()?.includes(`mutation ${name}`) ?? false;
    await page.route('**/graphql', async (route) => {
      if (isMutation(route)) await gate;
      await route.continue();
    });
    return release;
  }

  /** Follows a link as keyboards do. */
  const follow = (name: string | RegExp) => page.getByRole('link', { name, exact: true }).press('Enter');

  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

  const rows = () => page.locator('.rows > li');

  const details = (term: string, value: string) =>
    page.locator('.details dl > div', { hasText: term }).getByText(value, { exact: true }).waitFor();

  /** Looks at the page at every size, in light and dark: with axe, and for a screenshot. */
  async function look(name: string) {
    for (const viewport of sizes) {
      await page.setViewportSize(viewport);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        expect(await violations(page), `${name} ${viewport.width} ${colorScheme}`).toEqual([]);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(overflow, `${name} ${viewport.width}`).toBeLessThanOrEqual(0);
        await page.screenshot({ path: `${screenshots}/${name}-${viewport.width}-${colorScheme}.png` });
      }
    }
    await page.setViewportSize(sizes[0] ?? { width: 1280, height: 800 });
    await page.emulateMedia({ colorScheme: 'light' });
  }
});
