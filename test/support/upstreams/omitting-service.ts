import { sandboxTokens } from '../../../src/sandbox/index.ts';
import { fetchWhole } from '../clients/whole-response.ts';
import { json, startFaultUpstream, text } from './fault-upstream.ts';
import { operationFor } from './minimal-responses.ts';
import { type Omissions, withoutSome } from './omissions.ts';

/** Starts a service on loopback that returns what the REST service at `target` returns, without some optional fields. */
export async function startOmittingService(target: string, omissions: Omissions) {
  const service = await startFaultUpstream();
  service.reply((response, request) => {
    const { method, url, body } = request;
    const headers = { authorization: `Bearer ${sandboxTokens.admin}`, 'content-type': 'application/json' };
    fetchWhole(target + url, { method, headers, body })
      .then(({ status, text: own }) => {
        const endpoint = operationFor(request);
        if (status >= 300 || own === '' || endpoint === undefined) return text(own, status);
        return json(withoutSome(endpoint, url, JSON.parse(own), omissions), status);
      })
      .then((reply) => reply(response, request))
      .catch(() => response.destroy());
  });
  return service;
}
