import type { ApolloClient } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';

export interface Draft {
  body: string;
  /** Empty for the change request as a whole. */
  pageId: string;
}

export const emptyDraft: Draft = { body: '', pageId: '' };

/** The drafts by their change request, of each session. */
const drafts = new WeakMap<ApolloClient, Map<string, Draft>>();

/** The comment that is being written. It outlasts its form, in whose place a refresh may show an error, and ends with the session. */
export function useDraft(changeRequestId: string): [Draft, (draft: Draft) => void] {
  const client = useApolloClient();
  const kept = drafts.get(client) ?? new Map<string, Draft>();
  drafts.set(client, kept);
  const [draft, setDraft] = useState(kept.get(changeRequestId) ?? emptyDraft);
  const change = (next: Draft) => {
    kept.set(changeRequestId, next);
    setDraft(next);
  };
  return [draft, change];
}
