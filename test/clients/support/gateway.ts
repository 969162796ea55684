import { inject } from 'vitest';
import type {} from './start-gateway.ts';

/** The sandbox's tokens: the admin sees all; the guest sees no sites. */
export const tokens = { admin: 'sandbox-admin', guest: 'sandbox-guest' };

/** The gateway that runs during the tests. */
export const gateway = inject('gateway');
