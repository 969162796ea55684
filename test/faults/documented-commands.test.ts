import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blocksIn } from '../docs/pages.ts';
import { builtCommand } from '../support/command.ts';

const { path } = builtCommand();

/** The commands of the pages for beginners, but those that run until they are stopped, or that need a service. */
const commands = blocksIn('sh')
  .filter(({ page }) => ['docs/tutorial.md', 'docs/troubleshooting.md', 'docs/getting-started.md'].includes(page))
  .flatMap(({ text }) => text.trim().split('\n'))
  .filter((line) => /npx docgraph \w/.test(line) && !line.includes('https://api.example.com'));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tutorial-'));
  const [review] = blocksIn('graphql').filter(({ page }) => page === 'docs/tutorial.md');
  await writeFile(join(folder, 'review.graphql'), review?.text ?? '');
});
afterAll(() => rm(folder, { recursive: true }));

describe.concurrent('the commands for beginners', () => {
  it.each(commands)('work: %s', async (line) => {
    const script = line.replaceAll('npx docgraph', `"${process.execPath}" "${path}"`);
    const { stdout } = await promisify(execFile)('sh', ['-c', script], { cwd: folder });
    expect(stdout).toMatch(/\w/);
    if (line.includes(' query'))
      expect(JSON.parse(stdout)).toMatchObject({ data: { organizations: expect.any(Object) } });
  });

  it('are some of each page', () => {
    expect(commands.length).toBeGreaterThanOrEqual(10);
  });
});
