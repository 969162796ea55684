import { clientAddress } from '../../http/client-address.ts';
import type { RequestOrigin } from '../../http/http-messages.ts';
import type { Settings } from '../../settings/settings.ts';

export type AddressSettings = Pick<Settings, 'logClientAddress' | 'trustedProxies'>;

/** The address of a client, where the settings say that it is logged. */
export function loggedAddress(
  origin: RequestOrigin | undefined,
  { logClientAddress, trustedProxies }: AddressSettings,
): string | undefined {
  if (!logClientAddress || origin === undefined) return undefined;
  return clientAddress(origin.headers, origin.address, trustedProxies);
}
