import { sandboxTokens } from '../../../src/sandbox/index.ts';
import type { PlantedFault, PlantedResponse } from '../doctor/planted-faults.ts';
import {
  type FaultUpstream,
  json,
  type ReceivedRequest,
  type Reply,
  startFaultUpstream,
  text,
} from './fault-upstream.ts';
import { operationFor } from './minimal-responses.ts';

export interface DepartingUpstream {
  url: string;
  /** The methods of all requests so far. */
  methods: Set<string>;
  /** The paths of all requests so far, with their queries. */
  paths: Set<string>;
  /** Starts to depart from the contract in these ways, and in no other. */
  plant(faults: readonly PlantedFault[]): void;
  close(): Promise<void>;
}

/** A service that responds as the one at `target` does, but for the faults that are planted. It takes only GET. */
export async function startDepartingUpstream(target: string): Promise<DepartingUpstream> {
  const upstream: FaultUpstream = await startFaultUpstream();
  const responses = new Map<string, Promise<PlantedResponse>>();
  const methods = new Set<string>();
  const paths = new Set<string>();

  function read(url: string): Promise<PlantedResponse> {
    const known = responses.get(url);
    if (known !== undefined) return known;
    const reading = fetch(target + url, { headers: { authorization: `Bearer ${sandboxTokens.admin}` } }).then(
      async (response) => ({ status: response.status, body: await response.json() }),
    );
    responses.set(url, reading);
    return reading;
  }

  async function respond(request: ReceivedRequest, faults: readonly PlantedFault[]): Promise<PlantedResponse> {
    methods.add(request.method);
    paths.add(request.url);
    if (request.method !== 'GET') return { status: 405, body: {} };
    const response = structuredClone(await read(request.url));
    const endpoint = operationFor(request);
    for (const fault of faults) {
      if (fault.endpoint.id === endpoint?.id) fault.plant(response, new URL(request.url, target));
    }
    return response;
  }

  return {
    url: upstream.url,
    methods,
    paths,
    plant: (faults) =>
      upstream.reply((response, request) => {
        respond(request, faults).then(
          (planted) => replyWith(planted)(response, request),
          () => response.destroy(),
        );
      }),
    close: () => upstream.close(),
  };
}

function replyWith({ status, body, text: instead, headers, reply }: PlantedResponse): Reply {
  if (reply !== undefined) return reply;
  return instead === undefined ? json(body, status, headers) : text(instead, status, headers);
}
