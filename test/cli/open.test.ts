import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtCommand, killRemaining, stop, urlIn } from '../support/processes/command.ts';

const { serve } = builtCommand();

describe.runIf(process.platform === 'linux')('docgraph serve --open', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'docgraph-open-'));
    await writeFile(join(folder, 'xdg-open'), '#!/bin/sh\necho "$@" > "$0.url"\n');
    await chmod(join(folder, 'xdg-open'), 0o755);
  });
  afterAll(async () => {
    killRemaining();
    await rm(folder, { recursive: true });
  });

  it('opens the explorer in the browser', async () => {
    const gateway = await serve({ PATH: `${folder}:/bin:/usr/bin` }, '--open');
    const opened = () => readFile(join(folder, 'xdg-open.url'), 'utf8').catch(() => '');
    await expect.poll(opened).toBe(`${urlIn(gateway.lines, 'Explorer')}\n`);
    await stop(gateway);
  });

  it('says where the explorer is not served', async () => {
    const gateway = await serve({ EXPLORER: 'false' }, '--open');
    const said = () => gateway.printed().some((line) => line.startsWith('The explorer is not served: '));
    await expect.poll(said, { timeout: 10_000 }).toBe(true);
    await stop(gateway);
  });

  it('says where no browser can be opened', async () => {
    const gateway = await serve({ PATH: '/nowhere' }, '--open');
    const said = () => gateway.printed().find((line) => line.startsWith('No browser'));
    await expect.poll(said).toContain(urlIn(gateway.lines, 'Explorer'));
    await stop(gateway);
  });
});
