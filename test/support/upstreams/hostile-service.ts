import { createRandom, type Random } from '../../../src/sandbox/random.ts';
import { fetchWhole } from '../clients/whole-response.ts';
import { type Response, startInLevels } from '../execution/level-counter.ts';

/**
 * A service with the sandbox's records that keeps as little of its contract as it may: short and empty pages, pages of 25,
 * missing records and parts of records, odd counts, 403 and 404. It answers one seed always alike. Requests are held until no
 * further one arrives, so that the levels of calls can be counted.
 */
export interface HostileService {
  readonly url: string;
  /** How hostile the service is from now on; undefined for not at all. */
  seed: number | undefined;
  /** The levels of calls since it was last called. */
  levels(): number;
  close(): Promise<void>;
}

/** Starts the service in front of a sandbox. It must run in the gateway's process. */
export async function startHostileService(sandbox: string): Promise<HostileService> {
  const answers = new Map<string, Response>();
  async function fromSandbox(url: string, authorization: string): Promise<Response> {
    const known = answers.get(url);
    if (known !== undefined) return known;
    const response = await fetchWhole(sandbox + url, { headers: { authorization } });
    const found = { status: response.status, body: response.text };
    answers.set(url, found);
    return found;
  }

  async function answer(url: string, authorization: string): Promise<Response> {
    if (service.seed === undefined) return fromSandbox(url, authorization);
    const mood = createRandom(service.seed);
    const harshness = mood.pick([0.02, 0.1, 0.3]);
    const random = createRandom(hashOf(`${service.seed} ${url}`));
    const status = random.chance(harshness) ? random.pick([403, 404]) : 200;
    if (status !== 200) return { status, body: '{"error":{"code":1,"message":"No."}}' };
    return hostilePage(url, authorization, mood, random, harshness);
  }

  async function hostilePage(url: string, authorization: string, mood: Random, random: Random, harshness: number) {
    const request = new URL(url, sandbox);
    const { searchParams } = request;
    const token = searchParams.get('page') ?? '';
    const isSkipped = token.startsWith('skip');
    if (isSkipped && token !== 'skip') searchParams.set('page', token.slice(4));
    if (token === 'skip') searchParams.delete('page');
    const limit = searchParams.get('limit');
    const size = Math.min(Number(limit ?? 50), mood.pick([1, 2, 3, 25, 1000]));
    if (limit !== null) searchParams.set('limit', String(size));
    const { status, body } = await fromSandbox(request.pathname + request.search, authorization);
    if (status !== 200) return { status, body };
    const result = JSON.parse(body);
    if (!Array.isArray(result.items)) return { status, body: JSON.stringify(thinned(result, random, harshness)) };
    if (limit !== null && !isSkipped && random.chance(harshness)) {
      return { status, body: JSON.stringify({ ...result, items: [], next: { page: `skip${token}` } }) };
    }
    const items = result.items.filter(() => !random.chance(harshness));
    const count = random.pick([result.count, result.count, 0, 1, 30, undefined, result.count + 1000]);
    return {
      status,
      body: JSON.stringify({ ...result, count, items: items.map((one: object) => thinned(one, random, harshness)) }),
    };
  }

  const { url, count, close } = await startInLevels(({ url: path, authorization = '' }) => answer(path, authorization));
  const service: HostileService = { url, seed: undefined, levels: count, close };
  return service;
}

/** A record without some of its parts; its id and its kind stay. */
function thinned(record: object, random: Random, share: number): object {
  const entries = Object.entries(record).filter(
    ([name]) => name === 'id' || name === 'object' || name === 'user' || !random.chance(share),
  );
  return Object.fromEntries(entries);
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 2166136261;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619);
  return hash >>> 0;
}
