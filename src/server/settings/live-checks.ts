import { duration, setting } from './setting.ts';

/** What is checked in live traffic, besides what clients ask for. */
export const liveCheckSettings = {
  contractCheckInterval: setting(
    'CONTRACT_CHECK_INTERVAL',
    '1000',
    'Least time between two responses of one REST operation that are compared with the contract, in milliseconds; 0 turns it off.',
    duration(0, 86_400_000),
  ),
};
