import { readFileSync } from 'node:fs';
import { buildSchema, graphql } from 'graphql';

const schema = buildSchema(readFileSync(new URL('../../../src/generated/schema.graphql', import.meta.url), 'utf8'));

interface Arguments {
  first?: number;
  after?: string;
}

interface Request {
  query: string;
  variables: Record<string, unknown>;
}

/** A list of sites behind a `fetch`: tests change its ids between requests. */
export class SiteList {
  ids: string[];
  /** The list of a request. By default, that of all requests. */
  idsOf = (_args: Arguments): string[] => this.ids;
  /** Whether cursors are positions, as the sandbox's are, whatever item is there. */
  hasPositions = false;
  /** Whether a request for a page fails. */
  isFailing = (_args: Arguments): boolean => false;
  readonly requests: Request[] = [];

  constructor(ids: string) {
    this.ids = [...ids];
  }

  fetch: typeof globalThis.fetch = async (input, init) => {
    const request = init?.body ? (JSON.parse(String(init.body)) as Request) : requestOf(new URL(String(input)));
    this.requests.push(request);
    const organization = (id: string) => ({
      __typename: 'Organization',
      id,
      title: 'Organization',
      sites: (args: Arguments) => this.#page(args),
    });
    const result = await graphql({
      schema,
      source: request.query,
      variableValues: request.variables,
      rootValue: {
        organization: ({ id }: { id: string }) => organization(id),
        deleteSite: ({ input }: { input: { id: string } }) => {
          this.ids = this.ids.filter((id) => id !== input.id);
          return { deletedId: input.id, userErrors: [] };
        },
      },
    });
    return Response.json(result);
  };

  #page(args: Arguments) {
    if (this.isFailing(args)) throw new Error('The page failed.');
    const ids = this.idsOf(args);
    const start = args.after ? this.#startAfter(args.after, ids) : 0;
    const page = ids.slice(start, start + (args.first ?? 20));
    const nodes = page.map((id) => ({
      __typename: 'Site',
      id,
      title: `Title ${id}`,
      visibility: 'PUBLIC',
      isPublished: true,
      createdAt: '2026-01-01T00:00:00Z',
    }));
    const cursors = page.map((id, i) => `c${this.hasPositions ? start + i + 1 : id}`);
    return {
      totalCount: ids.length,
      nodes,
      edges: nodes.map((node, i) => ({ cursor: cursors[i], node })),
      pageInfo: {
        hasNextPage: start + page.length < ids.length,
        hasPreviousPage: start > 0,
        startCursor: cursors[0] ?? null,
        endCursor: cursors.at(-1) ?? null,
      },
    };
  }

  #startAfter(cursor: string, ids: string[]): number {
    return this.hasPositions ? Number(cursor.slice(1)) : ids.indexOf(cursor.slice(1)) + 1;
  }
}

function requestOf({ searchParams }: URL): Request {
  return { query: searchParams.get('query') ?? '', variables: JSON.parse(searchParams.get('variables') ?? '{}') };
}
