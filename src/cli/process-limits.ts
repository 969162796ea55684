import { readFileSync } from 'node:fs';
import { connectionsWithin, descriptorsIn } from '../server/settings/descriptor-limits.ts';
import { memoryWithin, processMemory } from '../server/settings/memory-limits.ts';
import { givenValue, type SettingSources, type Settings } from '../server/settings/settings.ts';

/** The settings that are derived from what the process may use, unless the operator sets them. */
const derivedNames = [
  'maxConnections',
  'maxWorkBytes',
  'maxUpstreamBytes',
  'maxRequestUpstreamBytes',
  'maxResponseBytes',
  'maxPendingBodyBytes',
  'maxCachedFields',
  'cacheMaxBytes',
] as const;

type ProcessLimits = Pick<Settings, (typeof derivedNames)[number]>;

/** The settings with limits that fit into the heap, the container and the descriptors of the process, unless the operator sets them. */
export function withinProcess(settings: Settings, sources: SettingSources): Settings {
  const fitting: ProcessLimits = {
    ...memoryWithin(processMemory(), settings),
    maxConnections: connectionsWithin(openDescriptors(), settings),
  };
  const derived = derivedNames.filter((name) => sourceOf(name, sources) === 'process');
  return { ...settings, ...Object.fromEntries(derived.map((name) => [name, fitting[name]])) };
}

/** Where the value of a setting comes from; `process`: it was derived from what the process may use. */
export function sourceOf(
  name: keyof Settings,
  sources: SettingSources,
): 'flag' | 'environment' | 'file' | 'process' | 'default' {
  const given = givenValue(name, sources);
  if (given !== undefined) return given.source;
  return derivedNames.some((derived) => derived === name) ? 'process' : 'default';
}

export function processLimitsIn(settings: Settings): ProcessLimits {
  return Object.fromEntries(derivedNames.map((name) => [name, settings[name]])) as ProcessLimits;
}

/** How many descriptors this process may open; undefined where the system does not tell. */
function openDescriptors(): number | undefined {
  try {
    return descriptorsIn(readFileSync('/proc/self/limits', 'utf8'));
  } catch {
    return undefined;
  }
}
