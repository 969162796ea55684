/**
 * Prints the section of CHANGELOG.md for a tag: `node scripts/release-notes.js v1.0.0`. Fails where the tag, package.json and the
 * newest version of the changelog differ.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const read = (path) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

/** The notes of a release; throws an Error that says what does not fit. */
export function releaseNotes(tag, version, changelog) {
  if (tag !== `v${version}`) throw new Error(`The tag is ${tag}, but package.json has the version ${version}.`);
  const [, newest] = changelog.split(/^## (?=\[\d)/m);
  const [, name, date, notes = ''] = /^\[([^\]]+)\] - (\d{4}-\d\d-\d\d)\n(.*)/s.exec(newest ?? '') ?? [];
  if (date === undefined) throw new Error('The newest version of CHANGELOG.md has no date.');
  if (name !== version) throw new Error(`The newest version of CHANGELOG.md is ${name}, not ${version}.`);
  return notes.trim();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    console.log(releaseNotes(process.argv[2], JSON.parse(read('package.json')).version, read('CHANGELOG.md')));
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
