import type { Endpoint, PathOf } from '../engine/contract/endpoint.ts';

/*
 * Records hold the URLs of a fictional platform. Responses hold addresses of the sandbox instead, which serves each of the
 * platform's hosts below a path of its own (see `withLocalUrls`).
 */

/** Origins of the platform's app and API; links to the app have the status `in-app`. */
export const appOrigin = 'https://app.inkwell.example';
const apiOrigin = 'https://api.inkwell.example';
export const filesOrigin = 'https://files.inkwell.example';
/** Origin of published sites; the first part of a path is the host at which the platform publishes the site. */
export const sitesOrigin = 'https://sites.inkwell.example';
/** Parent domain of sites without a custom hostname. */
export const sitesDomain = 'inkwell.site';

/** The API URL of a record: an operation's path with its parameters. */
export function apiUrl<O extends Endpoint>(endpoint: O, path: PathOf<O>): string {
  const values = path as Record<string, string>;
  return apiOrigin + endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}

/** A URL in the platform's app: `appUrl('o', organizationId, 's', spaceId)`. */
export function appUrl(...segments: string[]): string {
  return [appOrigin, ...segments.map(encodeURIComponent)].join('/');
}

/** Paths on the sandbox's own address that serve the platform's hosts. */
export const localPaths = { api: '', app: '/app', files: '/files', sites: '/sites' } as const;

/** A string of a JSON text that is a URL of the platform as a whole: no text that only contains one. */
const platformUrl = /(?<!\\)"https:\/\/(api|app|files|sites)\.inkwell\.example(?=[^"\s\\]*")/g;

/** Replaces the platform's URLs in a JSON text by addresses below `address`, for example `http://127.0.0.1:4001`. */
export function withLocalUrls(json: string, address: string): string {
  return json.replace(platformUrl, (_, host: keyof typeof localPaths) => `"${address}${localPaths[host]}`);
}

/** Converts one URL of the platform to a path on the sandbox's own address; other URLs remain as they are. */
export function localPath(url: string): string {
  return JSON.parse(withLocalUrls(JSON.stringify(url), ''));
}
