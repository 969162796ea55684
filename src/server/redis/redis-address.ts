import { createSecureContext, type SecureContext } from 'node:tls';
import { trustedWith } from '../settings/certificate-files.ts';
import type { Settings } from '../settings/settings.ts';

export interface RedisAddress {
  readonly url: string;
  /** Whether it is a node of a Redis Cluster. */
  readonly isCluster: boolean;
  /** Has the certificates that may sign that of Redis; undefined for those that Node trusts. */
  readonly secureContext: SecureContext | undefined;
}

/** Undefined where no Redis is set. Rejects with a SettingsError for a file that is invalid. */
export async function redisAddressOf(
  settings: Pick<Settings, 'redisUrl' | 'redisCluster' | 'redisCaFile'>,
): Promise<RedisAddress | undefined> {
  const { redisUrl: url, redisCluster: isCluster, redisCaFile } = settings;
  if (url === undefined) return undefined;
  const ca = redisCaFile === undefined ? undefined : await trustedWith('REDIS_CA_FILE', redisCaFile);
  return { url, isCluster, secureContext: ca && createSecureContext({ ca }) };
}
