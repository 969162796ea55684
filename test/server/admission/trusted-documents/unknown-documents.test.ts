import { pino } from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { sandboxTokens } from '../../../../src/sandbox/index.ts';
import { UnknownDocumentLog } from '../../../../src/server/admission/trusted-documents/unknown-document-log.ts';
import { startWorld, type TestWorld } from '../../../support/gateways/gateway.ts';
import { hashManifest, sha256, temporaryFolders } from '../../../support/gateways/manifests.ts';

const folderWith = temporaryFolders();
let world: TestWorld;

beforeAll(async () => {
  const folder = await folderWith({ 'a.json': hashManifest('{ __typename }') });
  const environment = { TRUSTED_DOCUMENTS: 'report', TRUSTED_DOCUMENTS_PATH: folder, TRUSTED_PROXIES: '1' };
  world = await startWorld({}, environment);
});
afterAll(() => world.close());

const post = async (query: string, address: string, headers: Record<string, string> = {}) => {
  const given = { 'content-type': 'application/json', 'x-forwarded-for': address, ...headers };
  const response = await fetch(`${world.url}/graphql`, {
    method: 'POST',
    headers: given,
    body: JSON.stringify({ query }),
  });
  return await response.json();
};
const lines = (msg = 'unknown document') =>
  world.log.map((line) => JSON.parse(line)).filter((line) => line.msg === msg);
const lineOf = (query: string) => lines().find(({ hash }) => hash === sha256(query));

const own = 'query Own { organizations(first: 1) { nodes { title } } }';
const failing = 'query Failing { organization(id: "no-such-organization") { title } }';
const junk = (i: number) => `query Junk${i} { __typename }`;

it('logs 50 documents of one address, whatever it sends', async () => {
  for (let i = 0; i < 300; i += 100) {
    await Promise.all(Array.from({ length: 100 }, (_, j) => post(junk(i + j), '192.0.2.1')));
  }
  expect(lines()).toHaveLength(50);
  expect(lines('further unknown documents are not logged for an hour')).toHaveLength(1);
});

it('logs documents that a client with credentials has executed, beside those', async () => {
  const client = { 'x-client-name': 'web', 'x-client-version': '1.2' };
  await post(own, '192.0.2.1', { authorization: `Bearer ${sandboxTokens.admin}`, ...client });
  expect(lineOf(own)).toMatchObject({ operation: 'Own', confirmed: true, client: 'web', clientVersion: '1.2' });
});

it('logs documents of other addresses, beside those', async () => {
  await post(failing, '192.0.2.2', { authorization: 'Bearer made-up' });
  expect(lineOf(failing)).toMatchObject({ operation: 'Failing', confirmed: false });
});

it('does not confirm a document whose client has no credentials, or made-up ones', async () => {
  const anonymous = 'query Anonymous { organizations(first: 2) { nodes { title } } }';
  await post(anonymous, '192.0.2.3');
  await post(anonymous, '192.0.2.3', { authorization: 'Bearer made-up' });
  expect(lines().filter(({ hash }) => hash === sha256(anonymous))).toEqual([
    expect.objectContaining({ confirmed: false }),
  ]);
  await post(anonymous, '192.0.2.3', { authorization: `Bearer ${sandboxTokens.admin}` });
  expect(lines().filter(({ hash }) => hash === sha256(anonymous))).toEqual([
    expect.objectContaining({ confirmed: false }),
    expect.objectContaining({ confirmed: true }),
  ]);
});

it('logs 1,000 documents of all addresses together', async () => {
  for (let address = 1; address < 22; address++) {
    await Promise.all(Array.from({ length: 50 }, (_, i) => post(junk(address * 5000 + i), `198.51.100.${address}`)));
  }
  expect(lines().filter(({ confirmed }) => !confirmed)).toHaveLength(1000);
  const late = 'query Late { organizations(first: 3) { nodes { title } } }';
  await post(late, '192.0.2.4', { authorization: `Bearer ${sandboxTokens.admin}` });
  expect(lineOf(late)).toMatchObject({ operation: 'Late', confirmed: true });
});

it('logs them again an hour later, of each address as many as before', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const logged: unknown[] = [];
    const log = new UnknownDocumentLog(pino({}, { write: (line) => logged.push(JSON.parse(line)) }));
    const add = () => {
      for (let i = 0; i < 60; i++) {
        log.add(
          { id: undefined, text: junk(i), operationName: undefined, address: 'a' },
          { name: null, version: null },
        );
      }
      return logged.splice(0).length;
    };
    const counts = [add(), add()];
    vi.advanceTimersByTime(3_600_000);
    expect([...counts, add()]).toEqual([51, 0, 51]);
  } finally {
    vi.useRealTimers();
  }
});
