import { separateOperations } from 'graphql';
import { curlOf, singleQuoted } from '../../../engine/conversion/curl.ts';
import type { OperationText } from '../../../engine/conversion/rest-writes.ts';
import { operationIn, parseQuery } from '../links/query-fields.ts';

/** A way to send an operation from a program. */
export interface SnippetKind {
  readonly title: string;
  /** The program, without a token, for the endpoint at an absolute URL. */
  readonly codeOf: (operation: OperationText, url: string) => string;
}

export const snippetKinds: readonly SnippetKind[] = [
  { title: 'curl', codeOf: (operation, url) => `${curlOf({ method: 'POST', url, body: operation })}\n` },
  { title: 'docgraph query', codeOf: commandOf },
  { title: 'fetch', codeOf: fetchOf },
  { title: 'Apollo Client (React)', codeOf: apolloOf },
  { title: 'urql (React)', codeOf: urqlOf },
  { title: 'Typed document', codeOf: typedDocumentOf },
  { title: 'Next.js', codeOf: nextOf },
];

function commandOf({ query, variables, operationName }: OperationText, url: string): string {
  const options = [
    ...(hasEntries(variables) ? [`--variables ${singleQuoted(JSON.stringify(variables))}`] : []),
    ...(operationName === undefined ? [] : [`--operation-name ${operationName}`]),
    `--url ${singleQuoted(url)}`,
    `--execute ${singleQuoted(query.trim())}`,
  ];
  const { pathname } = new URL(url);
  // The command appends its path to a URL that does not end with it.
  const path = pathname.endsWith('/graphql') ? '' : `GRAPHQL_PATH=${singleQuoted(pathname)} `;
  return `TOKEN=… ${path}npx docgraph query \\\n  ${options.join(' \\\n  ')}\n`;
}

function fetchOf(operation: OperationText, url: string): string {
  const { constant } = namesOf(operation);
  return `${templateOf(constant, operation)}
const response = await fetch(${JSON.stringify(url)}, {
  method: 'POST',
  headers: {
    'Content-Type': 'application/json',
    Accept: 'application/graphql-response+json',
    Authorization: \`Bearer \${process.env.TOKEN}\`,
  },
  body: JSON.stringify(${bodyOf(constant, operation)}),
});
const { data, errors } = await response.json();
`;
}

function apolloOf(operation: OperationText): string {
  const { constant, title, isMutation } = namesOf(operation);
  const use = isMutation
    ? `const [${camel(title)}, { data, loading, error }] = useMutation(${constant});\n// ${camel(title)}(${optionsOf(operation)})`
    : `const { data, loading, error } = useQuery(${[constant, optionsOf(operation)].filter((one) => one !== '').join(', ')});`;
  return `import { gql } from '@apollo/client';
import { ${isMutation ? 'useMutation' : 'useQuery'} } from '@apollo/client/react';

${templateOf(constant, operation, 'gql')}
export function ${title}() {
  ${indented(use, '  ')}
  return <pre>{JSON.stringify(data ?? error ?? loading, null, 2)}</pre>;
}
`;
}

function urqlOf(operation: OperationText): string {
  const { constant, title, isMutation } = namesOf(operation);
  const variables = variablesOf(operation);
  const use = isMutation
    ? `const [result, ${camel(title)}] = useMutation(${constant});\n// ${camel(title)}(${variables})`
    : `const [result] = useQuery({ query: ${constant}${variables && `, variables: ${variables}`} });`;
  return `import { gql, ${isMutation ? 'useMutation' : 'useQuery'} } from 'urql';

${templateOf(constant, operation, 'gql')}
export function ${title}() {
  ${indented(use, '  ')}
  const { data, error } = result;
  return <pre>{JSON.stringify({ data, error: error?.message }, null, 2)}</pre>;
}
`;
}

/** For the client preset of graphql-codegen, whose function gives the document the types of its result and variables. */
function typedDocumentOf(operation: OperationText): string {
  const { constant, title } = namesOf(operation);
  return `import { graphql } from './generated';
import type { ResultOf, VariablesOf } from '@graphql-typed-document-node/core';

${templateOf(constant, operation, 'call')}
export type ${title}Data = ResultOf<typeof ${constant}>;
export type ${title}Variables = VariablesOf<typeof ${constant}>;
`;
}

/** A server component for a query, and a server action for a mutation. */
function nextOf(operation: OperationText, url: string): string {
  const { constant, title, isMutation } = namesOf(operation);
  const request = `const response = await fetch(${JSON.stringify(url)}, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: \`Bearer \${process.env.TOKEN}\` },
    body: JSON.stringify(${indented(bodyOf(constant, operation), '    ')}),
  });
  const { data, errors } = await response.json();`;
  const head = isMutation ? "'use server';\n\nimport { revalidatePath } from 'next/cache';\n\n" : '';
  const body = isMutation
    ? `export async function ${camel(title)}() {
  ${request}
  revalidatePath('/');
  return { data, errors };
}`
    : `export default async function ${title}() {
  ${request}
  return <pre>{JSON.stringify({ data, errors }, null, 2)}</pre>;
}`;
  return `${head}${templateOf(constant, operation)}\n${body}\n`;
}

interface Names {
  /** As a component: `OpenChangeRequests`. */
  readonly title: string;
  /** As a constant: `OPEN_CHANGE_REQUESTS`. */
  readonly constant: string;
  readonly isMutation: boolean;
}

function namesOf({ query, operationName }: OperationText): Names {
  const document = parseQuery(query);
  const node = document && operationIn(document, operationName);
  const name = node?.name?.value ?? 'operation';
  const words = name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? ['operation'];
  const title = words
    .map((word) => (word[0] ?? '').toUpperCase() + word.slice(1))
    .join('')
    .replace(/^(?=\d)/, 'Operation');
  const constant = words
    .join('_')
    .toUpperCase()
    .replace(/^(?=\d)/, 'OPERATION_');
  // One word in capitals would be the name of both.
  return {
    title,
    constant: constant === title ? `${constant}_DOCUMENT` : constant,
    isMutation: node?.operation === 'mutation',
  };
}

/** As a function: `openChangeRequests`. One word alone may be reserved, as `delete` is. */
function camel(title: string): string {
  const name = (title[0] ?? '').toLowerCase() + title.slice(1);
  return name.replace(/^(?!operation$)[a-z]+$/, '$&Operation');
}

function templateOf(constant: string, operation: OperationText, form: 'text' | 'gql' | 'call' = 'text'): string {
  const text = textOf(operation).replaceAll(/[`\\]|\$\{/g, '\\$&');
  const template = `\`\n  ${indented(text, '  ')}\n\``;
  const value = { text: template, gql: `gql${template}`, call: `graphql(${template})` }[form];
  return `const ${constant} = ${value};\n`;
}

/** The document with one operation, as clients require it, and the fragments of that. */
function textOf({ query, operationName }: OperationText): string {
  const document = operationName === undefined ? undefined : parseQuery(query);
  const { definitions } = (document && separateOperations(document)[operationName ?? '']) ?? {};
  if (definitions === undefined) return query.trim();
  return definitions.map(({ loc }) => query.slice(loc?.start, loc?.end)).join('\n\n');
}

/** Lines of block strings keep their meaning: GraphQL removes the indentation that they share. */
function indented(text: string, indent: string): string {
  return text.replaceAll(/\n(?=[^\n])/g, `\n${indent}`);
}

function bodyOf(constant: string, operation: OperationText): string {
  const variables = variablesOf(operation);
  const { operationName } = operation;
  const parts = [
    `query: ${constant}`,
    ...(variables === '' ? [] : [`variables: ${indented(variables, '  ')}`]),
    ...(operationName === undefined ? [] : [`operationName: ${JSON.stringify(operationName)}`]),
  ];
  return `{ ${parts.join(', ')} }`;
}

/** The options of a hook with the variables; empty where there are none. */
function optionsOf(operation: OperationText): string {
  const variables = variablesOf(operation);
  return variables === '' ? '' : `{ variables: ${variables} }`;
}

/** The variables as an expression on one line; empty where there are none. */
function variablesOf({ variables }: OperationText): string {
  return hasEntries(variables) ? JSON.stringify(variables) : '';
}

function hasEntries(variables: OperationText['variables']): boolean {
  return variables !== undefined && variables !== null && Object.keys(variables).length > 0;
}
