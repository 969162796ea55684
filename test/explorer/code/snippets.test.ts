import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { parse, print } from 'graphql';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { endpointOf } from '../../../src/cli/operations/target.ts';
import { snippetKinds } from '../../../src/explorer/app/code/snippets.ts';

const url = 'http://127.0.0.1:4000/graphql';
const query = `query OpenHTTPRequests2($first: Int = 2, $text: String) {
  # It's \`quoted\` with \${braces} and \\ in it.
  organizations(first: $first) { nodes { title(note: """
    block \`text\`
      indented
  """) } }
}`;
const operations = {
  'a query': { query },
  'variables, and a name': {
    query,
    variables: { first: 1, text: `it's "\`\${x}\`"` },
    operationName: 'OpenHTTPRequests2',
  },
  'a query without a name': { query: '{ organizations { totalCount } }' },
  'a mutation': {
    query: 'mutation updateSpace($input: I!) { updateSpace(input: $input) { a } }',
    variables: { input: { id: 'x' } },
  },
  'a mutation whose name is a reserved word': { query: 'mutation Delete { deleteSpace { a } }' },
  'an invalid document': { query: '{ a' },
};
const kindsOf = (titles: readonly string[]) => snippetKinds.filter(({ title }) => titles.includes(title));
const programs = snippetKinds.filter(({ title }) => !['curl', 'docgraph query'].includes(title));
const codeOf = (title: string, operation: { query: string }) => kindsOf([title])[0]?.codeOf(operation, url) ?? '';

/** What a command prints in a POSIX shell. */
async function shell(command: string): Promise<string> {
  return (await promisify(execFile)('sh', ['-c', command])).stdout;
}

describe.each(Object.entries(operations))('the code for %s', (_name, operation) => {
  it.each(programs)('is a program: $title', ({ codeOf: code }) => {
    const { diagnostics } = ts.transpileModule(code(operation, url), {
      reportDiagnostics: true,
      compilerOptions: { jsx: ts.JsxEmit.ReactJSX, module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
      fileName: 'code.tsx',
    });
    expect(diagnostics).toEqual([]);
  });
});

describe('the document in the code', () => {
  it.each(programs)('is that of the editor: $title', ({ codeOf: code }) => {
    const text = /`[\s\S]*?[^\\]`/.exec(code({ query }, url))?.[0] ?? '';
    // The text is a template literal of this project.
    const document = new Function(`return ${text}`)() as string;
    expect(print(parse(document))).toBe(print(parse(query)));
  });
});

describe('the component', () => {
  it.each([
    ['urql (React)', '{ data, error: error?.message }'],
    ['Next.js', '{ data, errors }'],
  ])('of %s shows errors beside the rest of the data', (title, shown) => {
    expect(codeOf(title, { query: '{ organizations { totalCount } }' })).toContain(`JSON.stringify(${shown}, null, 2)`);
  });
});

describe('the document of a tab with several operations', () => {
  const several = `query One { ...a } mutation Two { ...b }
    fragment a on Query { c } fragment b on Mutation { ...d } fragment d on Mutation { e }`;

  it.each(programs)('is the operation and its fragments: $title', ({ codeOf: code }) => {
    const text = /`([\s\S]*?)`/.exec(code({ query: several, operationName: 'Two' }, url))?.[1] ?? '';
    const kept = 'mutation Two { ...b } fragment b on Mutation { ...d } fragment d on Mutation { e }';
    expect(print(parse(text))).toBe(print(parse(kept)));
  });
});

describe('the code with fetch', () => {
  it('sends the operation with its variables', async () => {
    const { query: text, variables, operationName } = operations['variables, and a name'];
    const sent: unknown[] = [];
    const send = async (address: string, { body }: { body: string }) => {
      sent.push(address, JSON.parse(body));
      return { json: async () => ({ data: 1 }) };
    };
    const code = codeOf('fetch', operations['variables, and a name']);
    const run = new Function('fetch', `return (async () => { ${code}; return data; })()`);
    expect(await run(send)).toBe(1);
    const [address, body] = sent as [string, { query: string }];
    expect(address).toBe(url);
    expect(body).toMatchObject({ variables, operationName });
    expect(print(parse(body.query))).toBe(print(parse(text)));
  });
});

describe('the commands', () => {
  it('hold the operation for a POSIX shell', async () => {
    const code = codeOf('docgraph query', operations['variables, and a name']).replace(
      'npx docgraph query',
      'printf "%s\\n"',
    );
    const printed = await shell(code);
    const { variables } = operations['variables, and a name'];
    expect(printed).toBe(
      `--variables\n${JSON.stringify(variables)}\n--operation-name\nOpenHTTPRequests2\n--url\nhttp://127.0.0.1:4000/graphql\n--execute\n${query}\n`,
    );
  });
});

describe('the command docgraph query', () => {
  it.each([
    'http://127.0.0.1:4000/graphql',
    'https://docs.example/docs-graph/graphql',
    'https://docs.example/docs-graph/api',
    'https://docs.example/graphql/v2',
  ])('sends to %s', async (endpoint) => {
    const [kind] = kindsOf(['docgraph query']);
    const code = kind?.codeOf({ query: '{ a }' }, endpoint) ?? '';
    const printed = await shell(code.replace('npx docgraph query', () => `sh -c 'echo "$GRAPHQL_PATH $2"' sh`));
    const [path, address = ''] = printed.trimEnd().split(' ');
    expect(endpointOf(address, path || '/graphql').href).toBe(endpoint);
  });
});

describe('names in the code', () => {
  it.each([
    ['query OpenHTTPRequests2 { a }', 'OPEN_HTTP_REQUESTS_2', 'OpenHTTPRequests2'],
    ['query _sites_list { a }', 'SITES_LIST', 'SitesList'],
    ['query _1 { a }', 'OPERATION_1', 'Operation1'],
    ['query _ { a }', 'OPERATION', 'Operation'],
    ['{ a }', 'OPERATION', 'Operation'],
    ['query Q { a }', 'Q_DOCUMENT', 'Q'],
    ['query ME { a }', 'ME_DOCUMENT', 'ME'],
  ])('%s', (text, constant, title) => {
    const code = codeOf('Apollo Client (React)', { query: text });
    expect(code).toContain(`const ${constant} = gql\``);
    expect(code).toContain(`export function ${title}()`);
  });
});
