import { Shutdown, stopSignals } from '../server/runtime/lifecycle.ts';
import type { Settings } from '../server/settings/settings.ts';
import type { SandboxAccess } from './banner.ts';
import { listening } from './exit.ts';

export interface SandboxFlags {
  host: string;
  port: number;
  /** Names, separated by commas. */
  allowedHosts: string;
  scale: number;
  /** In milliseconds. */
  latency: number;
  /** In percent. */
  faultRate: number;
}

/** Runs the sandbox alone, and prints its address, its tokens, and the ids that no operation returns. */
export async function runSandbox(flags: SandboxFlags): Promise<void> {
  const { host, port, allowedHosts, scale, latency, faultRate } = flags;
  const { createSandbox, sandboxInviteLinks, sandboxTokens } = await loadSandbox();
  const sandbox = await createSandbox({
    scale,
    latencyMs: latency,
    allowedHosts: [host, ...allowedHosts.split(',').map((name) => name.trim())],
    ...faultsOf(faultRate),
  });
  const close = () => sandbox.close().then(() => true);
  new Shutdown({ timeoutMs: 10_000, close }).handle([...stopSignals, 'SIGHUP']);
  const url = await listening('--port', () => sandbox.listen({ host, port }));
  const tokens = Object.entries(sandboxTokens).map(([user, token]) => `${user.padEnd(14)} ${token}`);
  const invites = `Invite links   ${Object.values(sandboxInviteLinks).join(' ')}`;
  process.stdout.write(`${[`REST sandbox   ${url}`, ...tokens, invites].join('\n')}\n`);
}

type EmbeddedSettings = Pick<Settings, 'sandboxScale' | 'sandboxLatency' | 'sandboxFaultRate'>;

/** Starts the sandbox inside this process, on a free port. */
export async function startEmbeddedSandbox({
  sandboxScale: scale,
  sandboxLatency: latencyMs,
  sandboxFaultRate: faultRate,
}: EmbeddedSettings): Promise<SandboxAccess & { close(): Promise<void> }> {
  const { createSandbox, sandboxRights, sandboxTokens } = await loadSandbox();
  const sandbox = await createSandbox({ scale, latencyMs, ...faultsOf(faultRate) });
  const url = await sandbox.listen();
  const users = Object.entries(sandboxRights).map(([name, rights]) => {
    const token = sandboxTokens[name as keyof typeof sandboxTokens];
    return { name, authorization: `Bearer ${token}`, rights, userId: sandbox.userIdOf(token) };
  });
  return { url, users, authorization: `Bearer ${sandboxTokens.admin}`, close: () => sandbox.close() };
}

/** Faults at a rate in percent. */
const faultsOf = (rate: number) => (rate > 0 ? { faults: { rate: rate / 100 } } : {});

/** Loaded only when it is used: a gateway in front of a real service starts sooner without it. */
function loadSandbox() {
  return import('../sandbox/index.ts');
}
