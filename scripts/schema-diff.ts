/**
 * Compares the schema with that of `main`, and names the breaking changes. Fails if one of them is not in the "Unreleased"
 * section of CHANGELOG.md. `npm run schema:diff -- --base <revision>` compares with another revision.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildSchema } from 'graphql';
import { baseRevision, schemaAt } from './schema-diff/base.ts';
import { breakingChanges, isListed, namesIn } from './schema-diff/changes.ts';

const root = new URL('../', import.meta.url);
const { values } = parseArgs({ options: { base: { type: 'string' } } });
const folder = fileURLToPath(root);
const revision = baseRevision(folder, values.base);
const before = revision === undefined ? undefined : schemaAt(folder, revision);
if (revision === undefined || before === undefined) {
  console.log('There is no earlier schema to compare with.');
} else {
  const after = buildSchema(await readFile(new URL('src/generated/schema.graphql', root), 'utf8'));
  const names = namesIn(await readFile(new URL('CHANGELOG.md', root), 'utf8'));
  const changes = await breakingChanges(before, after);
  const unlisted = changes.filter((change) => !isListed(change, names));
  for (const { message } of changes) console.log(`Breaking: ${message}`);
  for (const { path = '' } of unlisted) console.error(`Not in the "Unreleased" section of CHANGELOG.md: \`${path}\``);
  console.log(
    `${changes.length} breaking changes since ${revision.slice(0, 12)}, ${unlisted.length} of them not listed.`,
  );
  if (unlisted.length > 0) process.exitCode = 1;
}
