import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { OperationReport } from '../../../src/cli/check/check-operation.ts';
import { temporaryFolders } from '../../support/gateways/manifests.ts';
import { jsonOf } from '../../support/processes/check.ts';

const folderWith = temporaryFolders();

describe('the files of docgraph check', () => {
  it('are UTF-8 and UTF-16 with a byte order mark, and those of other encodings are named', async () => {
    const folder = await folderWith({ 'marked.graphql': '\ufeffquery Marked { viewer { restId } }' });
    await writeFile(join(folder, 'wide.graphql'), Buffer.from('\ufeffquery Wide { viewer { restId } }', 'utf16le'));
    await writeFile(join(folder, 'latin.graphql'), Buffer.from('query Latin { viewer { restId } } # \u00e9', 'latin1'));
    const { exitCode, report } = await jsonOf({ path: folder });
    expect(report.operations.map(({ name }: OperationReport) => name)).toEqual(['Marked', 'Wide']);
    expect(report.problems).toEqual([
      { message: 'It is neither UTF-8 nor UTF-16 with a byte order mark.', file: join(folder, 'latin.graphql') },
    ]);
    expect(exitCode).toBe(1);
  });

  it('names a file that cannot be read, and one that is nested too deeply', async () => {
    const folder = await folderWith({
      'deep.graphql': '{a'.repeat(50_000),
      'good.graphql': 'query Good { __typename }',
    });
    const { exitCode, report } = await jsonOf({ path: folder });
    expect(report.operations.map(({ name }: OperationReport) => name)).toEqual(['Good']);
    expect(report.problems).toEqual([{ message: 'It is nested too deeply.', file: join(folder, 'deep.graphql') }]);
    expect(exitCode).toBe(1);
    // Reading the memory of a process from its beginning fails, for whatever user.
    const unreadable = join(folder, 'unreadable.graphql');
    await symlink('/proc/self/mem', unreadable);
    const { report: second } = await jsonOf({ path: unreadable });
    expect(second.problems).toEqual([{ message: 'It cannot be read (EIO).', file: unreadable }]);
  });

  it('names a file that has no end, or too much', async () => {
    const folder = await folderWith({ 'large.graphql': '#'.repeat(16_777_217) });
    const endless = join(folder, 'endless.graphql');
    await symlink('/dev/zero', endless);
    expect((await jsonOf({ path: endless })).report.problems).toEqual([
      { message: 'It is not a regular file.', file: endless },
    ]);
    const large = join(folder, 'large.graphql');
    expect((await jsonOf({ path: large })).report.problems).toEqual([
      { message: 'It has more than 16777216 bytes.', file: large },
    ]);
  });

  it('follows links to files and folders, also to the folder itself, and reads each file once', async () => {
    const elsewhere = await folderWith({ 'far.graphql': 'query Far { __typename }' });
    const folder = await folderWith({ 'near.graphql': 'query Near { __typename }' });
    await symlink(elsewhere, join(folder, 'linked'));
    await symlink(elsewhere, join(folder, 'again'));
    await symlink(folder, join(folder, 'cycle'));
    await symlink(join(folder, 'near.graphql'), join(folder, 'other.graphql'));
    await symlink('gone', join(folder, 'broken.graphql'));
    const { report } = await jsonOf({ path: folder });
    expect(report.operations.map(({ name }: OperationReport) => name).sort()).toEqual(['Far', 'Near']);
    expect(report.problems).toEqual([{ message: 'It does not exist.', file: join(folder, 'broken.graphql') }]);
  });
});
