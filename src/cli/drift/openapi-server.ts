import { isJsonObject, type JsonObject } from '../../engine/engine.ts';
import { dialect } from '../../resources/dialect.ts';

const { basePath } = dialect;

/** Documents may leave out the version, which the base address then has, or continue another base address. */
export function pathInContract(path: string): string {
  const start = path.indexOf(`${basePath}/`);
  return start === -1 ? basePath + path : path.slice(start);
}

/**
 * The paths that servers have before an operation's, up to the version where it is in them or in the path: `/v1`, `/api/v1`,
 * `/v2`. None if neither servers nor the path say it.
 */
export function basesOf(path: string, servers: unknown): readonly string[] {
  const start = path.indexOf(`${basePath}/`);
  const inPath = start === -1 ? '' : path.slice(0, start) + basePath;
  const prefixes = Array.isArray(servers) ? servers.flatMap(prefixOf) : [];
  if (prefixes.length > 0) return prefixes.map((prefix) => prefix + inPath);
  return inPath === '' ? [] : [inPath];
}

/** An operation's path with what the first of its servers, or its path in the document, has before the version. */
export function pathWithBase({ path, bases: [base] }: { path: string; bases: readonly string[] }): string {
  return base === undefined ? path : base + path.slice(basePath.length);
}

/** The path of a server's address, without a slash at its end; none for a server without a valid address. */
function prefixOf(server: unknown): string[] {
  if (!isJsonObject(server) || typeof server.url !== 'string') return [];
  const url = withVariables(server.url, isJsonObject(server.variables) ? server.variables : {});
  if (!URL.canParse(url, placeholder)) return [];
  return [new URL(url, placeholder).pathname.replace(/\/+$/, '')];
}

/** Stands for the address of the document, to which addresses of servers may be relative. */
const placeholder = 'https://document.invalid/';

function withVariables(url: string, variables: JsonObject): string {
  return url.replace(/\{([^{}]*)\}/g, (_, name: string) => {
    const variable = Object.hasOwn(variables, name) ? variables[name] : undefined;
    return isJsonObject(variable) && typeof variable.default === 'string' ? variable.default : 'variable';
  });
}
