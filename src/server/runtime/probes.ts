/** Whether a load balancer should send requests to this gateway, and why not. */
export type ReadinessState = { isReady: true } | { isReady: false; reason: string };

/** What probes ask: a gateway of this process, or the workers. */
export interface Probed {
  /** Why no request can be served; undefined while requests are. Left out where the response to the probe shows it. */
  outage?(): string | undefined;
  readiness(): Promise<ReadinessState>;
}

export interface ProbeResponse {
  readonly status: 200 | 503;
  readonly body: { readonly status: string; readonly reason?: string };
}

/** The paths of probes, with what responds to them. `/healthz`: requests are served. `/readyz`: new ones should come, too. */
export const probes: Readonly<Record<string, (probed: Probed) => Promise<ProbeResponse>>> = {
  '/healthz': async (probed) => {
    const reason = probed.outage?.();
    return reason === undefined ? { status: 200, body: { status: 'up' } } : unavailable(reason);
  },
  '/readyz': async (probed) => {
    const state = await probed.readiness();
    return state.isReady ? { status: 200, body: { status: 'ready' } } : unavailable(state.reason);
  },
};

function unavailable(reason: string): ProbeResponse {
  return { status: 503, body: { status: 'unavailable', reason } };
}
