import type { Operation, PathOf } from '../engine/contract/operation.ts';

/** Origins of the fictional platform's app and API; links to the app have the status `in-app`. */
export const appOrigin = 'https://app.inkwell.example';
const apiOrigin = 'https://api.inkwell.example';
/** Origin of file downloads. */
export const filesOrigin = 'https://files.inkwell.example';
/** Parent domain of sites without a custom hostname. */
export const sitesDomain = 'inkwell.site';

/** The API URL of a record: an operation's path with its parameters. */
export function apiUrl<O extends Operation>(operation: O, path: PathOf<O>): string {
  const values = path as Record<string, string>;
  return apiOrigin + operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}

/** A URL in the platform's app: `appUrl('o', organizationId, 's', spaceId)`. */
export function appUrl(...segments: string[]): string {
  return [appOrigin, ...segments.map(encodeURIComponent)].join('/');
}
