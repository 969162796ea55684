/** Descriptors that a process keeps for all but clients and REST calls: logs, metrics, Redis, traces, messages, files. */
const otherDescriptors = 64;

/** Least number of client connections, however few descriptors there are. */
const minConnections = 16;

export interface ConnectionSettings {
  maxConnections: number;
  upstreamConnections: number;
}

/**
 * The maximum number of client connections that leaves descriptors for the REST service and for health checks: at most that of the
 * settings. `descriptors`: those that the process may open; undefined where that is not known.
 */
export function connectionsWithin(descriptors: number | undefined, settings: ConnectionSettings): number {
  const { maxConnections, upstreamConnections } = settings;
  if (descriptors === undefined) return maxConnections;
  // Writes have a quarter of the connections, at least 4, in addition.
  const reserve = otherDescriptors + upstreamConnections + Math.max(4, Math.ceil(upstreamConnections / 4));
  return Math.min(maxConnections, Math.max(descriptors - reserve, minConnections));
}

/** The number of descriptors in the text of `/proc/self/limits`; undefined for no limit, and for another text. */
export function descriptorsIn(limits: string): number | undefined {
  const [, soft] = /^Max open files +(\d+) /m.exec(limits) ?? [];
  return soft === undefined ? undefined : Number(soft);
}
