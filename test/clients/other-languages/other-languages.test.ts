import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { buildSchema, getIntrospectionQuery, specifiedScalarTypes } from 'graphql';
import { GraphQLClient } from 'graphql-request';
import { beforeAll, describe, expect, it } from 'vitest';
import { gateway, tokens } from '../support/gateway.ts';
import { isSkipped, type Program, programs } from './programs.ts';

const documents = fileURLToPath(new URL('../documents/queries.graphql', import.meta.url));
const sdl = readFileSync(new URL('../../../src/generated/schema.graphql', import.meta.url), 'utf8');
const { url, organizationId, changeRequestIds } = gateway;
const changeRequestId = changeRequestIds['other languages'];

/** What a client has read and written. */
interface Report {
  types: string[];
  organizations: unknown[];
  sites: { titles: string[]; totalCount: number; requests: number };
  comment: string;
  userErrors: { field: string[]; message: string; code: string }[];
  fieldError: { title: string; sites: null; message: string };
  unknownField: string;
}

const cases = Object.entries(programs).map(([name, program]) => ({ name, program, skips: isSkipped(name, program) }));

describe.each(cases)('$name', ({ program, skips }) => {
  describe.skipIf(skips)('with the packages installed', () => {
    let report: Report;
    beforeAll(async () => {
      report = await run(program);
    }, 120_000);

    it('knows all types of the schema', () => {
      expect(withoutBuiltIn(report.types)).toEqual(withoutBuiltIn(Object.keys(buildSchema(sdl).getTypeMap())));
    });

    it('reads records', async () => {
      expect(report.organizations).toEqual(await organizations());
    });

    it('reads all pages of a connection, with variables', async () => {
      const { totalCount, titles } = await sites();
      expect(report.sites).toEqual({ titles, totalCount, requests: Math.ceil(totalCount / 2) });
      expect(report.sites.requests).toBeGreaterThan(1);
    });

    it('executes a mutation', async () => {
      expect(report.comment).toMatch(/^From [A-Z]/);
      expect(await comments()).toContain(report.comment);
    });

    it('reads user errors', () => {
      const message = '"x" is not a global id. Use the "id" of a ChangeRequest.';
      expect(report.userErrors).toEqual([{ field: ['changeRequestId'], message, code: 'INVALID' }]);
    });

    it('reads the error of a field, and the data beside it', () => {
      const message = expect.stringContaining(`The "view" permission on the organization's sites is required.`);
      expect(report.fieldError).toEqual({ title: 'Halcyon Freight Systems', sites: null, message });
    });

    it('rejects a document with an unknown field', () => {
      expect(report.unknownField).toMatch(/field ['"]nothing['"].* on type ['"]Query['"]/i);
    });
  });
});

async function run({ command: [file, ...args], env }: Program): Promise<Report> {
  const settings = {
    url,
    sdlUrl: new URL('/schema.2018.graphql', url),
    introspectionQuery: getIntrospectionQuery(),
    documents,
    tokens,
    organizationId,
    changeRequestId,
  };
  const { stdout } = await promisify(execFile)(file, [...args, JSON.stringify(settings)], {
    env: { ...process.env, ...env },
    timeout: 110_000,
  });
  return JSON.parse(stdout) as Report;
}

/** The names of types without those of the language itself, of which libraries have their own. */
function withoutBuiltIn(names: readonly string[]): string[] {
  const builtIn = specifiedScalarTypes.map(({ name }) => name);
  return names.filter((name) => !name.startsWith('__') && !builtIn.includes(name)).toSorted();
}

const send = <Data>(query: string, variables = {}) =>
  new GraphQLClient(url, { headers: { authorization: `Bearer ${tokens.admin}` } }).request<Data>(query, variables);

async function organizations() {
  const query = '{ organizations(first: 10) { nodes { id title emailDomains } } }';
  return (await send<{ organizations: { nodes: object[] } }>(query)).organizations.nodes;
}

async function sites() {
  const query = 'query ($id: ID!) { organization(id: $id) { sites(first: 1000) { totalCount nodes { title } } } }';
  type Data = { organization: { sites: { totalCount: number; nodes: { title: string }[] } } };
  const { totalCount, nodes } = (await send<Data>(query, { id: organizationId })).organization.sites;
  return { totalCount, titles: nodes.map(({ title }) => title) };
}

async function comments() {
  const query = `query ($id: ID!) {
    node(id: $id) { ... on ChangeRequest { comments(first: 100) { nodes { body { markdown } } } } }
  }`;
  type Data = { node: { comments: { nodes: { body: { markdown: string } }[] } } };
  const { node } = await send<Data>(query, { id: changeRequestId });
  return node.comments.nodes.map(({ body }) => body.markdown);
}
