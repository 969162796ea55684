import { z } from 'zod';
import { byDefault, falseUnlessSelected, variant } from '../../engine/contract/endpoint.ts';

/**
 * A value set that the contract leaves open: any string is accepted, `known` are the values it shows.
 * They are kept as the schema's metadata, for descriptions and for the sandbox.
 */
export const open = (...known: [string, ...string[]]) => z.string().meta({ known });

/** An ISO 8601 timestamp. */
export const dateTime = z.string().meta({ format: 'date-time' });
/** A URL that the service sends. */
export const url = z.string().meta({ format: 'uri' });
/** An absolute URI in a request body, at most 2048 characters. */
export const uri = z.url().max(2048);
export const json = z.record(z.string(), z.unknown());

export const role = z.enum(['admin', 'create', 'review', 'edit', 'comment', 'read']);

/** `object`, the string that names a record's kind. */
export const kind = (name: string) => z.string().meta({ known: [name] });

/** Permission flags: all optional booleans. */
export const permissions = <const Names extends readonly string[]>(...names: Names) =>
  z.object(Object.fromEntries(names.map((name) => [name, z.boolean().optional()])) as Flags<Names>);
type Flags<Names extends readonly string[]> = { [Name in Names[number]]: z.ZodOptional<z.ZodBoolean> };

/** A `urls` object: all optional URLs. */
export const urls = <const Names extends readonly string[]>(...names: Names) =>
  z.object(Object.fromEntries(names.map((name) => [name, url.optional()])) as Urls<Names>);
type Urls<Names extends readonly string[]> = { [Name in Names[number]]: z.ZodOptional<typeof url> };

export const user = z.object({
  object: kind('user').optional(),
  id: z.string(),
  displayName: z.string().optional(),
  email: z.string().optional(),
  photoURL: url.optional(),
  urls: urls('location').optional(),
});
export type User = z.infer<typeof user>;

/** `shareKey` resolves the published URLs of share-link sites. */
export const shareKey = { shareKey: variant(z.string().min(1).optional()) };
/** The directions of an order in REST. The contract shows only the default, `desc`. */
export const orderDirection = z.enum(['asc', 'desc']);
/** The order of a list's items. */
export const order = { order: byDefault(open('desc').optional(), 'desc') };
/** The output format of content; its values are left open. */
export const format = { format: variant(z.string().min(1).meta({ known: [] }).optional()) };
/** `metadata` false leaves out the `git` fields, `computed` false skips computing content; both default to true. */
export const contentOptions = {
  metadata: byDefault(falseUnlessSelected('git'), true),
  computed: byDefault(variant(z.boolean().optional()), true),
};

/** Full-text search: `query` is required, at most 512 characters. */
export const searchQuery = { query: z.string().max(512) };

/** A position among siblings: `before` and/or `after` one of them. */
export const position = <Anchor extends z.ZodType>(anchor: Anchor) =>
  z
    .strictObject({ before: anchor.optional(), after: anchor.optional() })
    .refine(({ before, after }) => before !== undefined || after !== undefined, {
      error: 'It must have `before`, `after` or both.',
      params: { code: 'REQUIRED' },
    });

/** The position of a space or a collection in its parent. */
export const spacePosition = position(z.strictObject({ type: z.literal('space'), space: z.string() }));

const searchSection = z.object({
  id: z.string(),
  title: z.string().optional(),
  path: z.string().optional(),
  body: z.string().optional(),
  urls: urls('app').optional(),
});

export type SearchSection = z.infer<typeof searchSection>;

/** A page found by a search, with the sections of it that match. */
export const searchPage = z.object({
  id: z.string(),
  title: z.string().optional(),
  path: z.string().optional(),
  sections: z.array(searchSection).optional(),
  urls: urls('app').optional(),
});
export type SearchPage = z.infer<typeof searchPage>;
/** A page that a search found, with the space that it is in. */
export type FoundPage = SearchPage & { spaceId: string };
