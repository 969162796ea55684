import type { Attack } from '../../support/attacks/attacks.ts';
import { connectionAttacks } from './connections.ts';
import { conversionAttacks } from './conversions.ts';
import { credentialAttacks } from './credentials.ts';
import { documentLimits } from './document-limits.ts';
import { documentTexts, hiddenSchema } from './document-texts.ts';
import { errorAttacks } from './errors.ts';
import { forwardingAttacks } from './forwarding.ts';
import type { Group } from './groups.ts';
import { httpAttacks } from './http.ts';
import { idAttacks } from './ids.ts';
import { rebindingAttacks } from './rebinding.ts';
import { surfaceAttacks } from './surfaces.ts';
import { trustedDocumentAttacks } from './trusted-documents.ts';
import { upstreamAttacks } from './upstream.ts';
import { variableAttacks } from './variables.ts';

/** Without pauses between its fields, the errors of an exceeded limit end the execution while its first calls are in flight. */
const endsEarly: Partial<Record<string, Attack['expected']['calls']>> = {
  'lists of 1,000 items in lists of 1,000 items, four levels deep': [1, 1_000],
};

const onGraphqlJs: Group = {
  ...documentLimits,
  attacks: documentLimits.attacks.map(({ name, expected, ...attack }) => ({
    ...attack,
    name,
    expected: { ...expected, calls: endsEarly[name] ?? expected.calls },
  })),
  name: `${documentLimits.name}, executed by graphql-js`,
  settings: { ...documentLimits.settings, EXECUTOR: 'graphql-js' },
};

/** The table of attacks. */
export const groups: readonly Group[] = [
  documentLimits,
  onGraphqlJs,
  documentTexts,
  hiddenSchema,
  variableAttacks,
  idAttacks,
  httpAttacks,
  conversionAttacks,
  forwardingAttacks,
  connectionAttacks,
  rebindingAttacks,
  upstreamAttacks,
  credentialAttacks,
  trustedDocumentAttacks,
  errorAttacks,
  surfaceAttacks,
];
