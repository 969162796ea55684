import { join } from 'node:path';
import { expect, it } from 'vitest';
import { check } from '../../../src/cli/check/command.ts';
import { exitCodeOf } from '../../../src/cli/exit.ts';
import { temporaryFolders } from '../../support/gateways/manifests.ts';
import { recordStreams } from '../../support/processes/recorded-streams.ts';

const folderWith = temporaryFolders();

/** A mutation that exports the id of a team unless a condition is true, and then uses it. */
const document = (exported: string) => `mutation Test($organizationId: ID!, $teamId: ID! = "", $isDraft: Boolean!) {
  createTeam(input: { organizationId: $organizationId, title: "x" }) @skip(if: $isDraft) { team { ${exported} } }
  deleteTeam(input: { id: $teamId }) { deletedId }
}`;

async function errorsOf(exported: string, variables: Record<string, unknown> = {}): Promise<string[]> {
  const folder = await folderWith({ 'm.graphql': document(exported), 'v.json': JSON.stringify({ Test: variables }) });
  const streams = recordStreams();
  const flags = { pageSize: 25, json: true, variables: join(folder, 'v.json') };
  await exitCodeOf(() => check(join(folder, 'm.graphql'), flags, { environment: {} }, streams), streams);
  return JSON.parse(streams.written.stdout).operations[0].errors.map(({ message }: Error) => message);
}

it('docgraph check accepts an export that a condition leaves out', async () => {
  expect(await errorsOf('id @export(as: "teamId")')).toEqual([]);
});

it('docgraph check finds wrong exports in each outcome of the conditions', async () => {
  const message = 'createTeam: Only the "id" of one record can be exported, not "title".';
  expect(await errorsOf('title @export(as: "teamId")')).toEqual([message]);
});

it.each([true, false])('docgraph check rejects a value for an exported id (draft: %j)', async (isDraft) => {
  const errors = await errorsOf('id @export(as: "teamId")', { isDraft, teamId: 'x' });
  expect(errors).toEqual([expect.stringContaining('The document exports "$teamId". Do not send a value for it.')]);
});
