import { createSandbox, type SandboxOptions } from '../../../src/sandbox/index.ts';
import { type LevelCounter, startLevelCounter } from '../execution/level-counter.ts';
import { type ExistingIds, existingIds } from '../random/existing-ids.ts';
import { startGateway, type TestGateway } from './gateway.ts';

/** A sandbox with a gateway whose levels of calls are counted. */
export interface LevelWorld {
  gateway: TestGateway;
  waves: LevelCounter;
  known: ExistingIds;
  close(): Promise<void>;
}

export async function startLevelWorld(options?: SandboxOptions): Promise<LevelWorld> {
  const sandbox = await createSandbox(options);
  const waves = await startLevelCounter(await sandbox.listen());
  const gateway = await startGateway(waves.url, { LOG_LEVEL: 'silent' });
  return {
    gateway,
    waves,
    known: await existingIds(gateway),
    close: async () => {
      for (const service of [gateway, waves, sandbox]) await service.close();
    },
  };
}
