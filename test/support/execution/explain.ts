import type { Plan } from '../../../src/engine/plan/call-tree.ts';
import { sandboxTokens } from '../../../src/sandbox/index.ts';
import type { ExplainedCall } from '../../../src/server/graphql/explain.ts';
import type { TestGateway } from '../gateways/gateway.ts';

/** The response to a request with `explain`. */
export interface ExplainResponse {
  data?: unknown;
  errors?: { message: string; extensions: { code: string } }[];
  extensions?: { explain: { plan?: Plan | null; calls?: ExplainedCall[] } };
}

interface Request {
  query: string;
  variables?: Record<string, unknown>;
  operationName?: string | undefined;
}

/** Posts an operation with `explain`: true, or "plan". */
export async function explainOperation(
  { url }: TestGateway,
  request: Request,
  explain: true | 'plan',
  headers: Readonly<Record<string, string>> = {},
): Promise<ExplainResponse> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${sandboxTokens.admin}`, ...headers },
    body: JSON.stringify({ ...request, extensions: { explain } }),
  });
  return (await response.json()) as ExplainResponse;
}
