/**
 * Compares the schema with that of the last release, or before the first one with that of `main`, and names the breaking changes. A clone
 * without tags has the commit that cut the last version in its place.
 * Fails if CHANGELOG.md does not list one of them in a section that is not released. `npm run schema:diff -- --base <revision>` compares
 * with another revision.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildSchema } from 'graphql';
import { baseOf, isShallow, releases, schemaAt } from './schema-diff/base.ts';
import { breakingChanges, isListed, namesIn } from './schema-diff/changes.ts';

const root = new URL('../', import.meta.url);
const { values } = parseArgs({ options: { base: { type: 'string' } } });
const folder = fileURLToPath(root);
const base = baseOf(folder, values.base);
const before = base === undefined ? undefined : schemaAt(folder, base.revision);
if (values.base !== undefined && base === undefined) {
  console.error(`This clone has no revision ${values.base}.`);
  process.exitCode = 1;
} else if (base === undefined || before === undefined) {
  console.log('There is no earlier schema to compare with.');
  if (isShallow(folder)) console.log('This clone is shallow. `git fetch --unshallow --tags` brings the releases.');
} else {
  const after = buildSchema(await readFile(new URL('src/generated/schema.graphql', root), 'utf8'));
  const names = namesIn(await readFile(new URL('CHANGELOG.md', root), 'utf8'), releases(folder));
  const changes = await breakingChanges(before, after);
  const unlisted = changes.filter((change) => !isListed(change, names));
  for (const { message } of changes) console.log(`Breaking: ${message}`);
  for (const { path = '' } of unlisted) console.error(`Not among the unreleased changes in CHANGELOG.md: \`${path}\``);
  console.log(`${changes.length} breaking changes since ${base.name}, ${unlisted.length} of them not listed.`);
  if (unlisted.length > 0) process.exitCode = 1;
}
