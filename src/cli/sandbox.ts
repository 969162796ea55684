import { Shutdown, stopSignals } from '../server/lifecycle.ts';
import type { SandboxAccess } from './banner.ts';
import { listenOrExit } from './exit.ts';

export interface SandboxFlags {
  host: string;
  port: number;
  scale: number;
  /** In milliseconds. */
  latency: number;
  /** In percent. */
  faultRate: number;
}

/** Runs the sandbox alone, and prints its address, its tokens, and the ids that no operation returns. */
export async function runSandbox({ host, port, scale, latency, faultRate }: SandboxFlags): Promise<void> {
  const { createSandbox, sandboxInviteLinks, sandboxTokens } = await loadSandbox();
  const sandbox = await createSandbox({
    scale,
    latencyMs: latency,
    ...(faultRate > 0 && { faults: { rate: faultRate / 100 } }),
  });
  new Shutdown({ timeoutMs: 10_000, close: () => sandbox.close() }).handle([...stopSignals, 'SIGHUP']);
  const url = await listenOrExit('--port', () => sandbox.listen({ host, port }));
  const tokens = Object.entries(sandboxTokens).map(([user, token]) => `${user.padEnd(14)} ${token}`);
  const invites = `Invite links   ${Object.values(sandboxInviteLinks).join(' ')}`;
  process.stdout.write(`${[`REST sandbox   ${url}`, ...tokens, invites].join('\n')}\n`);
}

/** Starts the sandbox inside this process, on a free port. */
export async function startEmbeddedSandbox(scale: number): Promise<SandboxAccess & { close(): Promise<void> }> {
  const { createSandbox, sandboxRights, sandboxTokens } = await loadSandbox();
  const sandbox = await createSandbox({ scale });
  const url = await sandbox.listen();
  const users = Object.entries(sandboxRights).map(([name, rights]) => ({
    name,
    authorization: `Bearer ${sandboxTokens[name as keyof typeof sandboxTokens]}`,
    rights,
  }));
  return { url, users, authorization: `Bearer ${sandboxTokens.admin}`, close: () => sandbox.close() };
}

/** Loaded only when it is used: a gateway in front of a real service starts sooner without it. */
function loadSandbox() {
  return import('../sandbox/index.ts');
}
