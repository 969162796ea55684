import { z } from 'zod';
import { open } from '../shared/contract.ts';

/** A reference from or to content; the contract leaves its other fields open. */
export const reference = z.looseObject({
  kind: z.string().optional(),
  organization: z.string().optional(),
  space: z.string().optional(),
  versionContext: z.looseObject({ type: open('revision').optional(), revision: z.string().optional() }).optional(),
  file: z.string().optional(),
});
export type ContentReference = z.infer<typeof reference>;
export type VersionContext = NonNullable<ContentReference['versionContext']>;

export const linkStatuses = z.enum(['ok', 'broken', 'in-app']);

/** An item of the link listings of a space or a page. */
export const linkReference = z.object({
  status: linkStatuses.optional(),
  relation: z.string().optional(),
  targetReference: reference.optional(),
  locationReferences: z.array(reference).optional(),
});
export type LinkReference = z.infer<typeof linkReference>;

/** The listing's filter. */
export const linkStatus = { status: linkStatuses.optional() };

/** What the link listings add to the paged envelope. */
export const linkEnvelope = {
  stats: z
    .object({
      total: z.number().optional(),
      broken: z.object({ total: z.number().optional(), changeRequest: z.number().optional() }).optional(),
    })
    .optional(),
};
export type LinkStats = NonNullable<z.infer<typeof linkEnvelope.stats>>;
export type BrokenLinkStats = NonNullable<LinkStats['broken']>;
