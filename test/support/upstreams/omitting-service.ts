import { sandboxTokens } from '../../../src/sandbox/index.ts';
import { json, startFaultUpstream, text } from './fault-upstream.ts';
import { operationFor } from './minimal-responses.ts';
import { type Omissions, withoutSome } from './omissions.ts';

/** Starts a service on loopback that returns what the REST service at `target` returns, without some optional fields. */
export async function startOmittingService(target: string, omissions: Omissions) {
  const service = await startFaultUpstream();
  service.reply((response, request) => {
    const { method, url, body } = request;
    const headers = { authorization: `Bearer ${sandboxTokens.admin}`, 'content-type': 'application/json' };
    fetch(target + url, { method, headers, ...(body !== '' && { body }) })
      .then(async (result) => {
        const own = await result.text();
        const endpoint = operationFor(request);
        if (!result.ok || own === '' || endpoint === undefined) return text(own, result.status);
        return json(withoutSome(endpoint, url, JSON.parse(own), omissions), result.status);
      })
      .then((reply) => reply(response, request))
      .catch(() => response.destroy());
  });
  return service;
}
