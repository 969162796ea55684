import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolders } from '../support/gateways/manifests.ts';
import { builtCommand, killRemaining, type Running, stop, until, urlIn } from '../support/processes/command.ts';

const command = builtCommand();
const folderWith = temporaryFolders();

afterAll(killRemaining);

const first = { stays: 'query Stays { __typename }', leaves: 'query Leaves { __typename }' };
const second = { stays: first.stays, comes: 'query Comes { __typename }' };

/** Replaces a manifest as a deployment does: no process reads half of it. */
async function replace(file: string, manifest: unknown): Promise<void> {
  await writeFile(`${file}.new`, JSON.stringify(manifest));
  await rename(`${file}.new`, file);
}

async function startWith(WORKERS: string, TRUSTED_DOCUMENTS_WATCH = '0') {
  const folder = await folderWith({ 'manifest.json': first });
  const file = join(folder, 'manifest.json');
  const gateway = await command.serve({
    WORKERS,
    TRUSTED_DOCUMENTS: 'enforce',
    TRUSTED_DOCUMENTS_PATH: file,
    TRUSTED_DOCUMENTS_WATCH,
  });
  return { gateway, file, url: urlIn(gateway.lines, 'GraphQL') };
}

/** The outcome of a document, on a connection of its own: each goes to the next worker. */
async function outcome(url: string, id: string): Promise<string> {
  const response = await fetch(`${url}/${id}`, { headers: { connection: 'close' } });
  const { errors = [] } = (await response.json()) as { errors?: { extensions: { code: string } }[] };
  return errors[0]?.extensions.code ?? 'executed';
}

/** The outcomes in all workers. */
const outcomes = async (url: string, id: string) => [
  ...new Set(await Promise.all(Array.from({ length: 6 }, () => outcome(url, id)))),
];
const linesOf = ({ log }: Running, msg: string) => log().filter((line) => line.msg === msg);
const loaded = 'trusted documents loaded';
const notReloaded = 'trusted documents not reloaded: the old ones stay in use';

describe.each(['1', '3'])('trusted documents with WORKERS=%s', (WORKERS) => {
  const workers = Number(WORKERS);

  it('are reloaded in all workers when their manifest has changed', async () => {
    const { gateway, file, url } = await startWith(WORKERS, '100');
    await replace(file, second);
    await until(() => linesOf(gateway, loaded).length === 2 * workers);
    expect([await outcomes(url, 'comes'), await outcomes(url, 'leaves')]).toEqual([['executed'], ['UNKNOWN_DOCUMENT']]);
    await stop(gateway);
  });
});

describe.each(['1', '3'])('trusted documents that SIGHUP reloads, with WORKERS=%s', (WORKERS) => {
  const workers = Number(WORKERS);
  let gateway: Running;
  let file: string;
  let url: string;

  // One gateway for all of these tests; one of them replaces its manifest.
  beforeAll(async () => {
    ({ gateway, file, url } = await startWith(WORKERS));
    return () => stop(gateway);
  });

  // With one process, it is the one that reloads them.
  if (workers > 1) {
    it('are not reloaded by a worker that gets SIGHUP alone', async () => {
      const [line] = linesOf(gateway, loaded);
      process.kill(line?.pid as number, 'SIGHUP');
      await until(() => linesOf(gateway, 'signal ignored').length === 1);
      expect(linesOf(gateway, loaded)).toHaveLength(workers);
    });
  }

  it('are reloaded in all workers, while all requests are answered', async () => {
    const ignored = linesOf(gateway, 'signal ignored');
    let isReloading = true;
    const during: string[] = [];
    const load = Array.from({ length: 4 }, async () => {
      while (isReloading) during.push(await outcome(url, 'stays'));
    });
    await replace(file, second);
    gateway.child.kill('SIGHUP');
    await until(() => linesOf(gateway, loaded).length === 2 * workers);
    isReloading = false;
    await Promise.all(load);
    expect(during.length).toBeGreaterThan(0);
    expect(new Set(during)).toEqual(new Set(['executed']));
    expect(await outcomes(url, 'comes')).toEqual(['executed']);
    expect(await outcomes(url, 'leaves')).toEqual(['UNKNOWN_DOCUMENT']);
    expect(linesOf(gateway, loaded).slice(workers)).toEqual(
      Array(workers).fill(expect.objectContaining({ documents: 2, added: 1 })),
    );
    expect(linesOf(gateway, 'signal ignored')).toEqual(ignored);
  });

  it('stay in use where a manifest is invalid, also in a worker that is replaced', async () => {
    await writeFile(file, '{');
    gateway.child.kill('SIGHUP');
    await until(() => linesOf(gateway, notReloaded).length === 1);
    await replace(file, { stays: '{ nothing }' });
    gateway.child.kill('SIGHUP');
    await until(() => linesOf(gateway, notReloaded).length === 1 + workers);
    const [json, ...schema] = linesOf(gateway, notReloaded).map(({ mistakes }) => mistakes);
    expect(json).toEqual([`${file}: The manifest is not valid JSON.`]);
    const reason = `${file}: "stays" at 1:3: Cannot query field "nothing" on type "Query".`;
    expect(schema).toEqual(Array(workers).fill([reason]));
    if (workers > 1) await replaceWorker(gateway);
    expect(await outcomes(url, 'stays')).toEqual(['executed']);
    expect(await outcomes(url, 'comes')).toEqual(['executed']);
  });
});

/** Kills a worker, and waits until another one listens. */
async function replaceWorker(gateway: Running): Promise<void> {
  const [line] = linesOf(gateway, loaded);
  const before = linesOf(gateway, loaded).length;
  process.kill(line?.pid as number, 'SIGKILL');
  await until(() => linesOf(gateway, loaded).length > before);
}

describe.each(['1', '2'])('a start with WORKERS=%s', (WORKERS) => {
  const TRUSTED_DOCUMENTS = 'enforce';

  it.each<[string, unknown, RegExp]>([
    ['a manifest that is not JSON', '{', /manifest\.json: The manifest is not valid JSON\.$/],
    ['an invalid document', { a: '{ nothing }' }, /manifest\.json: "a" at 1:3: Cannot query field "nothing"/],
  ])('with %s prints one line', async (_, manifest, line) => {
    const TRUSTED_DOCUMENTS_PATH = await folderWith({ 'manifest.json': manifest });
    const result = await command.failure(['serve'], { WORKERS, TRUSTED_DOCUMENTS, TRUSTED_DOCUMENTS_PATH });
    expect(result).toEqual({ code: 2, lines: [expect.stringMatching(line)] });
  });

  it('without a path prints one line', async () => {
    const lines = ['TRUSTED_DOCUMENTS=enforce needs a manifest or a folder in TRUSTED_DOCUMENTS_PATH.'];
    expect(await command.failure(['serve'], { WORKERS, TRUSTED_DOCUMENTS })).toEqual({ code: 2, lines });
  });
});
