import type { Operation, PathOf } from '../engine/contract/operation.ts';

/** Where the invented platform's own pages and its API are said to be; links to the first are `in-app` links. */
export const appOrigin = 'https://app.inkwell.example';
const apiOrigin = 'https://api.inkwell.example';
/** Where files are downloaded from. */
export const filesOrigin = 'https://files.inkwell.example';
/** Where sites without a hostname of their own are published. */
export const sitesDomain = 'inkwell.site';

/** The API address of a record: an operation's path with its parameters filled in. */
export function location<O extends Operation>(operation: O, path: PathOf<O>): string {
  const values = path as Record<string, string>;
  return apiOrigin + operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}

/** An address in the platform's app: `app('o', organizationId, 's', spaceId)`. */
export function app(...segments: string[]): string {
  return [appOrigin, ...segments.map(encodeURIComponent)].join('/');
}
