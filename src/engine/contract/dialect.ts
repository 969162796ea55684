/**
 * How a REST contract pages, wraps lists, names records and reports errors. A contract states its dialect once; the
 * builders, the REST client, connections and cursors all read it here.
 */
export interface Dialect {
  /** The path that all endpoints are below: `/api`. */
  readonly basePath: string;
  readonly paging: TokenPaging | OffsetPaging;
  readonly list: ListFormat;
  readonly record: RecordFormat;
  readonly errors: ErrorFormat;
}

/** The query parameters of a paged list. */
interface PagingParams {
  /** The parameter that names the page: by a token, or by the number of items before it. Left out for the first page. */
  readonly pageParam: string;
  /** The parameter for the number of items on a page. */
  readonly limitParam: string;
  /** Most items that one page may hold. */
  readonly maxLimit: number;
}

/** Each page names the next one by a token, which is valid for the limit that it came with. */
export interface TokenPaging extends PagingParams {
  readonly kind: 'token';
  /** Where a page has the token of the next one, as a path of names: `next.page`. The last page has none. */
  readonly next: string;
}

/** A page is named by the number of items before it. */
export interface OffsetPaging extends PagingParams {
  readonly kind: 'offset';
}

export interface ListFormat {
  /** The field with the items of the page. */
  readonly items: string;
  /** Where the number of items in the whole list is, as a path of names: `meta.total`. Left out where the service does not say. */
  readonly count?: string;
}

/** What records have in common. */
export interface RecordFormat {
  /** The field with a record's id, unless its entity says otherwise. */
  readonly id: string;
  /** The field whose value differs between the kinds of records in one list. */
  readonly kind: string;
}

/** The body of a rejection: of a response with a status from 400 to 499. */
export interface ErrorFormat {
  /** Where the message for people may be, as paths of names; the first text counts. */
  readonly messages: readonly string[];
  readonly problems?: ProblemFormat;
  /** Where the service's own code is, as a path of names, and the HTTP status that codes stand for, if the response has another. */
  readonly codes?: { readonly path: string; readonly statuses: Readonly<Record<string, number>> };
}

/** How a rejection tells what is wrong with the request's body, and names single fields of it. */
export interface ProblemFormat {
  /**
   * Where problems may be, as paths of names: in a list, an object or a message for each problem; in an object, the message or the
   * messages of a field by its name.
   */
  readonly lists: readonly string[];
  /** Where the field of a problem may be in its object: a JSON Pointer, names joined by dots, or a list of names. */
  readonly fields: readonly string[];
  /** Where the message of a problem may be in its object. */
  readonly messages: readonly string[];
  /** Names that the service may put in front of a field and that the body does not have, joined by dots: `data.attributes`. */
  readonly prefixes?: readonly string[];
  /** Matches a message that begins with a field; its first group is the names of the field, joined by dots. */
  readonly inMessage?: RegExp;
}

/** The body of a page as TypeScript sees it: `PageOf<D, Item>` is `{ items: Item[], next?: { page?: string }, count?: number }`. */
export type PageOf<D extends Dialect, Item> = {
  [Name in D['list']['items']]: Item[];
} & AtPath<D['list']['count'], number> &
  (D['paging'] extends { next: infer Next } ? AtPath<Next, string> : unknown);

/** An object that may have a value at a path of names. */
type AtPath<Path, Value> = Path extends `${infer Name}.${infer Rest}`
  ? { [Key in Name]?: AtPath<Rest, Value> | undefined }
  : Path extends string
    ? { [Key in Path]?: Value | undefined }
    : unknown;
