import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { createSandbox, sandboxTokens } from 'docgraph';
import { sealData } from 'iron-session';
import { Application, freePort } from './application.mjs';

const secret = 'a secret of the test, 32 characters or more';
const titles = '{ organizations(first: 10) { nodes { title } } }';
const tokens = Object.values(sandboxTokens);

/** @type {Application} */
let application;
/** @type {{ setCookie: string, cookie: string }} */
let admin;
/** @type {{ setCookie: string, cookie: string }} */
let outsider;

before(async () => {
  application = await Application.start({ SESSION_SECRET: secret, EXPLAIN: 'true' });
  admin = await application.signIn('admin');
  outsider = await application.signIn('outsider');
});
after(() => application.stop());

describe('a request without a session', () => {
  it('gets UNAUTHENTICATED from /graphql', async () => {
    assert.deepEqual(await application.graphql(titles), unauthenticated);
  });

  it('is redirected to the sign-in form by the page', async () => {
    const { status, headers } = await application.request('/');
    assert.deepEqual({ status, location: headers.get('location') }, { status: 307, location: '/sign-in' });
  });

  it('cannot bring its own token', async () => {
    const { status } = await application.request('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${sandboxTokens.admin}` },
      body: JSON.stringify({ query: titles }),
    });
    assert.equal(status, 401);
  });
});

describe('a session', () => {
  it('is in a cookie that scripts and other sites cannot use', () => {
    const attributes = admin.setCookie.split('; ').slice(1);
    assert.ok(attributes.includes('HttpOnly'));
    assert.ok(attributes.includes('Secure'));
    assert.ok(attributes.some((attribute) => /^samesite=lax$/i.test(attribute)));
  });

  it('decides which data the same query returns', async () => {
    assert.deepEqual(await titlesFor(admin.cookie), [
      'Halcyon Freight Systems',
      'Pinegrove Instruments',
      'Open Lantern Foundation',
      'Vantage Depot Network',
    ]);
    const [first, ...others] = await titlesFor(outsider.cookie);
    assert.equal(first, 'Pinegrove Instruments');
    assert.equal(others.length, 9);
    assert.ok(!others.includes('Halcyon Freight Systems'));
  });

  it('decides which data the same query returns at the same time', async () => {
    const [one, other] = await Promise.all([titlesFor(admin.cookie), titlesFor(outsider.cookie)]);
    assert.deepEqual([one.length, other.length], [4, 10]);
  });

  it('is not given to an unknown user', async () => {
    const { headers } = await application.submitForm('/sign-in', { fields: { user: 'nobody' } });
    assert.deepEqual(headers.getSetCookie(), []);
  });

  it('is removed by signing out', async () => {
    const { headers } = await application.submitForm('/', { headers: { cookie: outsider.cookie } });
    assert.match(headers.getSetCookie()[0] ?? '', /^session=; .*Max-Age=0/);
  });
});

describe('a cookie', () => {
  it('that was changed is rejected', async () => {
    const { cookie } = admin;
    for (const position of [cookie.length - 1, Math.floor(cookie.length / 2), 'session=Fe26.2*1*'.length + 3]) {
      const other = cookie[position] === 'A' ? 'B' : 'A';
      const changed = `${cookie.slice(0, position)}${other}${cookie.slice(position + 1)}`;
      assert.deepEqual(await application.graphql(titles, changed), unauthenticated);
    }
  });

  it('that another secret has sealed is rejected', async () => {
    const session = { userId: 'admin', token: sandboxTokens.admin };
    const sealed = await sealData(session, { password: secret.toUpperCase() });
    assert.deepEqual(await application.graphql(titles, `session=${sealed}`), unauthenticated);
    const valid = await sealData(session, { password: secret });
    assert.equal((await application.graphql(titles, `session=${valid}`)).status, 200);
  });

  it('that is expired is rejected', async () => {
    const session = { userId: 'admin', token: sandboxTokens.admin };
    const now = Date.now;
    Date.now = () => now() - 24 * 60 * 60 * 1000;
    const sealed = await sealData(session, { password: secret, ttl: 60 * 60 }).finally(() => {
      Date.now = now;
    });
    assert.deepEqual(await application.graphql(titles, `session=${sealed}`), unauthenticated);
  });
});

describe('the page', () => {
  it('shows the nested data of its user, rendered on the server', async () => {
    const { status, text } = await application.request('/', { headers: { cookie: admin.cookie } });
    assert.equal(status, 200);
    const html = text.replaceAll(/<script.*?<\/script>/gs, '');
    for (const title of ['Halcyon Freight Systems', 'Halcyon Docs', 'Partner APIs', 'Dispatch Guides']) {
      assert.ok(html.includes(title), title);
    }
  });

  it('names its user, whom the gateway knows', async () => {
    const { text } = await application.request('/', { headers: { cookie: admin.cookie } });
    assert.match(text.replaceAll('<!-- -->', ''), /Signed in as [A-Z]\w+ [A-Z]\w+</);
    const { body } = await application.graphql('{ viewer { restId } }', admin.cookie);
    const sandbox = await createSandbox();
    assert.deepEqual(body, { data: { viewer: { restId: sandbox.userIdOf(sandboxTokens.admin) } } });
  });

  it('shows no data of others', async () => {
    const { text } = await application.request('/', { headers: { cookie: outsider.cookie } });
    assert.ok(text.includes('Pinegrove Instruments'));
    assert.ok(!text.includes('Halcyon'));
  });

  it('shows what it has where a list is forbidden', async () => {
    const { cookie } = await application.signIn('guest');
    const { status, text } = await application.request('/', { headers: { cookie } });
    assert.equal(status, 200);
    assert.ok(text.includes('Halcyon Freight Systems'));
    assert.ok(text.includes('Your role does not allow it.'));
  });

  it('says how many REST calls its one request took', async () => {
    const { text } = await application.request('/', { headers: { cookie: admin.cookie } });
    const query = readFileSync(new URL('../app/overview.graphql', import.meta.url), 'utf8');
    const { body } = await application.graphql(query, admin.cookie, { extensions: { explain: true } });
    const { calls } = body.extensions.explain.totals;
    assert.ok(calls > 10);
    assert.equal(restCallsOf(text), calls);
  });

  it('says nothing of REST calls where explain is off, as in production by default', async () => {
    const production = await Application.start({ SESSION_SECRET: secret });
    try {
      const { cookie } = await production.signIn('admin');
      const { text } = await production.request('/', { headers: { cookie } });
      assert.ok(text.includes('Halcyon Docs'));
      assert.equal(restCallsOf(text), undefined);
    } finally {
      await production.stop();
    }
  });
});

describe('the page of a change request', () => {
  const edit = { status: 'draft', subject: 'Edited <b>by a form</b>' };
  /** @type {string} */
  let path;
  before(async () => {
    const query = `{ organizations(first: 1) { nodes { collections { nodes { spaces { nodes {
      changeRequests(first: 1) { nodes { id comments { totalCount } } }
    } } } } } } }`;
    const { body } = await application.graphql(query, admin.cookie);
    /** @type {any[]} */
    const collections = body.data.organizations.nodes[0].collections.nodes;
    const spaces = collections.flatMap(({ spaces: { nodes } }) => nodes);
    const changeRequests = spaces.flatMap(({ changeRequests: { nodes } }) => nodes);
    path = `/change-requests/${changeRequests.find(({ comments }) => comments.totalCount > 0).id}`;
  });

  it('shows its discussion, and how many REST calls it took', async () => {
    const { status, text } = await application.request(path, { headers: { cookie: admin.cookie } });
    assert.equal(status, 200);
    assert.match(text, /<article><h3>[A-Z]/);
    assert.match(text, /<title>Change request<\/title>/);
    assert.ok((restCallsOf(text) ?? 0) > 1);
  });

  it('shows a user error beside its field, and keeps what was entered', async () => {
    const subject = 'x'.repeat(101);
    const { text } = await submit({ ...edit, subject });
    assert.equal(problemsIn(text, 'subject-problems'), '<p>It must have at most 100 characters.</p>');
    assert.equal(problemsIn(text, 'status-problems'), '');
    assert.match(text, new RegExp(`<input(?=[^>]* aria-invalid="true")[^>]* value="${subject}"`));
    assert.ok(!text.includes('Saved.'));
    assert.ok(!(await titleOf()).includes(subject));
  });

  it('saves a change by a server action, and is rendered with it', async () => {
    const { status, text } = await submit(edit);
    assert.equal(status, 200);
    assert.ok(text.includes('Saved.'));
    assert.match(text, /<h1>[^/]*Edited &lt;b&gt;by a form&lt;\/b&gt;<\/h1>/);
    assert.match(await titleOf(), /Edited &lt;b&gt;/);
  });

  it('says if the role of the user does not allow a change', async () => {
    const { cookie } = await application.signIn('reader');
    const { text } = await submit({ ...edit, subject: 'By a reader' }, { cookie });
    assert.equal(problemsIn(text, 'form-problems'), '<p>Your role does not allow it.</p>');
    assert.ok(!(await titleOf()).includes('By a reader'));
  });

  it('takes no change from another site', async () => {
    const headers = { cookie: admin.cookie, origin: 'https://evil.example' };
    const { status } = await submit({ ...edit, subject: 'By another site' }, headers);
    assert.equal(status, 500);
    assert.ok(!(await titleOf()).includes('By another site'));
  });

  it('leads to the sign-in form without a session', async () => {
    const { status, headers } = await application.request(path);
    assert.deepEqual({ status, location: headers.get('location') }, { status: 307, location: '/sign-in' });
  });

  for (const id of ['no-such-id', 'Q2hhbmdlUmVxdWVzdDpuby9uZQ']) {
    it(`is not found for the id ${id}`, async () => {
      const { status } = await application.request(`/change-requests/${id}`, { headers: { cookie: admin.cookie } });
      assert.equal(status, 404);
    });
  }

  /**
   * @param {Record<string, string>} fields
   * @param {Record<string, string>} [headers]
   */
  const submit = (fields, headers = { cookie: admin.cookie }) => application.submitForm(path, { fields, headers });

  async function titleOf() {
    const { text } = await application.request(path, { headers: { cookie: admin.cookie } });
    return /<h1>.*?<\/h1>/s.exec(text)?.[0] ?? '';
  }
});

describe('a request of another site', () => {
  const crossSite = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  const document = JSON.stringify({ query: titles });
  const search = `?${new URLSearchParams({ query: titles })}`;

  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    it(`is rejected if it is a form of the type ${type}`, async () => {
      const headers = { ...crossSite, 'content-type': type, cookie: admin.cookie };
      assertRejected(await application.request('/graphql', { method: 'POST', headers, body: document }));
    });
  }

  it('is rejected if it is a GET', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', cookie: admin.cookie };
    assertRejected(await application.request(`/graphql${search}`, { headers }));
  });

  it('gets no permission by a preflight', async () => {
    const { headers } = await application.request('/graphql', {
      method: 'OPTIONS',
      headers: { ...crossSite, 'access-control-request-method': 'POST' },
    });
    assert.equal(headers.get('access-control-allow-origin'), null);
  });

  it('cannot sign in a user', async () => {
    const { status, headers } = await application.submitForm('/sign-in', {
      fields: { user: 'admin' },
      headers: { origin: 'https://evil.example' },
    });
    assert.equal(status, 500);
    assert.deepEqual(headers.getSetCookie(), []);
  });

  it('differs from a GET of the same origin, which is executed', async () => {
    const headers = { 'sec-fetch-site': 'same-origin', cookie: admin.cookie };
    const { status, text } = await application.request(`/graphql${search}`, { headers });
    assert.equal(status, 200);
    assert.ok(text.includes('Halcyon Freight Systems'));
  });
});

describe('the token', () => {
  it('is in no response', async () => {
    assert.deepEqual(tokensIn(application.responses), []);
    assert.deepEqual(tokensIn(Buffer.from(admin.cookie, 'base64url').toString()), []);
  });

  it('is in no file that browsers load', () => {
    const folder = new URL('../.next/static/', import.meta.url);
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const scripts = files.map(({ parentPath, path, name }) => readFileSync(`${parentPath ?? path}/${name}`, 'utf8'));
    assert.ok(scripts.some((text) => text.includes('query ChangeRequests')));
    assert.deepEqual(tokensIn(scripts.join('\n')), []);
  });

  it('is in no log line', () => {
    assert.match(application.output, /"operation":"Overview"/);
    assert.deepEqual(tokensIn(application.output), []);
  });
});

describe('the application', () => {
  it('says that the service cannot be reached, and not that a change request is missing', async () => {
    const upstream = `http://127.0.0.1:${await freePort()}`;
    const unreachable = await Application.start({ SESSION_SECRET: secret, UPSTREAM_URL: upstream });
    const { cookie } = await unreachable.signIn('admin');
    const path = '/change-requests/Q2hhbmdlUmVxdWVzdDpuby9uZQ';
    const { status, text } = await unreachable.request(path, { headers: { cookie } }).finally(() => unreachable.stop());
    assert.deepEqual([status, text.includes('The service cannot be reached.')], [200, true]);
  });

  it('handles no request if a setting is wrong, and logs which', async () => {
    const misconfigured = await Application.start({ SESSION_SECRET: 'short' });
    const { status } = await misconfigured.request('/sign-in').finally(() => misconfigured.stop());
    assert.equal(status, 500);
    assert.match(misconfigured.output, /SESSION_SECRET must have at least 32 characters/);
  });

  it('ends with SIGTERM, and closes its port', async () => {
    await application.stop();
    await assert.rejects(fetch(application.url), ({ cause }) => cause.code === 'ECONNREFUSED');
  });
});

const unauthenticated = {
  status: 401,
  body: {
    errors: [{ message: 'The request could not be authenticated.', extensions: { code: 'UNAUTHENTICATED' } }],
  },
};

/** @param {string} cookie */
async function titlesFor(cookie) {
  const { body } = await application.graphql(titles, cookie);
  return body.data.organizations.nodes.map((/** @type {{ title: string }} */ { title }) => title);
}

/** @param {{ status: number, text: string }} response */
function assertRejected({ status, text }) {
  assert.ok([400, 415].includes(status), `${status} ${text}`);
  assert.equal(JSON.parse(text).data, undefined);
}

/** @param {string} html */
function restCallsOf(html) {
  const [, calls] = /1 GraphQL request = (\d+) REST calls?/.exec(html) ?? [];
  return calls === undefined ? undefined : Number(calls);
}

/**
 * @param {string} html
 * @param {string} id of the element
 */
function problemsIn(html, id) {
  return new RegExp(`<div id="${id}"[^>]*>(.*?)</div>`).exec(html)?.[1];
}

/** @param {string} text */
function tokensIn(text) {
  return tokens.filter((token) => text.includes(token));
}
