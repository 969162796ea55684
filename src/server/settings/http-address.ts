import { z } from 'zod';

/** An http or https address with its path, without credentials. */
export const httpAddress = z
  .string()
  .max(2000, 'must have at most 2000 characters')
  .refine((text) => {
    if (!URL.canParse(text)) return false;
    const { protocol, username, password, hash } = new URL(text);
    return /^https?:$/.test(protocol) && !username && !password && !hash;
  }, 'must be an http or https address without credentials or fragment')
  .transform((text) => new URL(text));
