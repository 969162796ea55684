/**
 * Writes what the clients need beside the code of their own generators: the documents of `documents/queries.graphql` with
 * Relay's tag and as calls of gql.tada, and the introspection for urql's cache; and the code of the documentation, for `npm run types`.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { minifyIntrospectionQuery } from '@urql/introspection';
import { buildSchema, introspectionFromSchema, Kind, parse, print, visit } from 'graphql';

const read = (path) => readFileSync(new URL(path, import.meta.url), 'utf8');
const generated = new URL('generated/', import.meta.url);
const document = parse(read('documents/queries.graphql'));
const schema = buildSchema(read('../../src/generated/schema.strict.graphql'));

rmSync(generated, { recursive: true, force: true });
mkdirSync(new URL('relay/', generated), { recursive: true });
writeFileSync(new URL('relay-documents.ts', generated), relayDocuments());
writeFileSync(new URL('tada-documents.ts', generated), tadaDocuments());
writeFileSync(new URL('introspection.json', generated), JSON.stringify(introspection()));
writeDocumentationCode();

function relayDocuments() {
  const tags = document.definitions.map((definition) => `graphql\`\n${print(definition)}\n\`;\n`);
  return `import { graphql } from 'relay-runtime';\n\n${tags.join('\n')}`;
}

/** Fragments come first: a document names those that it uses. */
function tadaDocuments() {
  const isFragment = ({ kind }) => kind === Kind.FRAGMENT_DEFINITION;
  const definitions = document.definitions.toSorted((a, b) => isFragment(b) - isFragment(a));
  return `import { graphql } from '../gql-tada/graphql.ts';\n\n${definitions.map(tadaDocument).join('\n')}`;
}

function tadaDocument(definition) {
  const fragments = new Set();
  visit(definition, { FragmentSpread: ({ name }) => void fragments.add(name.value) });
  const last = fragments.size === 0 ? '' : `, [${[...fragments].join(', ')}]`;
  return `export const ${definition.name.value} = graphql(\`\n${print(definition)}\n\`${last});\n`;
}

function introspection() {
  return minifyIntrospectionQuery(introspectionFromSchema(schema));
}

/** One file for each block of TypeScript and JavaScript, except those that quote a file of this repository. */
function writeDocumentationCode() {
  mkdirSync(new URL('docs/', generated));
  const names = readdirSync(new URL('../../docs/', import.meta.url)).filter((name) => name.endsWith('.md'));
  for (const page of ['README.md', ...names.map((name) => `docs/${name}`)]) {
    const blocks = [...read(`../../${page}`).matchAll(/^( *)```(ts|js)\n(.*?)^ *```$/gms)];
    for (const [index, [, indent, language, text]] of blocks.entries()) {
      if (/^ *\/\/ (?:src|schema|test|examples)\//.test(text)) continue;
      const file = `docs/${page.replaceAll(/\W/g, '-')}-${index + 1}.${language}`;
      writeFileSync(new URL(file, generated), text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''));
    }
  }
}
