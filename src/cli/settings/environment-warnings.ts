import { assignmentVariable } from '../../cluster/messages.ts';
import { nearest } from '../../server/settings/nearest.ts';
import { settings } from '../../server/settings/settings.ts';
import { fileVariables } from './secret-files.ts';

/** Shortest name that counts as misspelt: one letter makes a variable of another program of a shorter one. */
const minLength = 8;

const variables = [...Object.values(settings).map(({ name }) => name), ...fileVariables];
const known = new Set([...variables, 'http_proxy', 'https_proxy', 'no_proxy', assignmentVariable]);

/** A line for each variable that nothing reads, and that looks like one of a setting: others belong to other programs. */
export function environmentWarnings(environment: Readonly<Record<string, string | undefined>>): string[] {
  const misspelt = Object.entries(environment).flatMap(([name, value = '']) => {
    const meant = known.has(name) || value === '' || isServiceLink(value) ? undefined : meantBy(name);
    return meant === undefined ? [] : [`The variable ${name} is no setting, and has no effect. Did you mean ${meant}?`];
  });
  const { NODE_ENV = '' } = environment;
  const isMeantForProduction = /^prod(uction)?$/i.test(NODE_ENV) && NODE_ENV !== 'production';
  return isMeantForProduction
    ? [...misspelt, `NODE_ENV is ${NODE_ENV}: the defaults for production need "production".`]
    : misspelt;
}

/** Kubernetes sets variables for a service: `DOCGRAPH_PORT` for one of this name. */
function isServiceLink(value: string): boolean {
  return value.startsWith('tcp://');
}

function meantBy(name: string): string | undefined {
  const [, unprefixed] = /^DOCGRAPH_(.+)$/i.exec(name) ?? [];
  if (unprefixed !== undefined) return nearest(unprefixed, variables, 1);
  // Only secrets are read from files.
  return [name, name.replace(/_FILE$/, '')]
    .filter(({ length }) => length >= minLength)
    .map((text) => nearest(text, variables, 1))
    .find((meant) => meant !== undefined);
}
