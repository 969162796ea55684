'use client';

import Link from 'next/link';
import { useRef, useState } from 'react';
import { ChangeRequestsDocument, type ChangeRequestsQuery, type ChangeRequestsQueryVariables } from '../../gql/graphql';
import { problemText } from '../../lib/problems';

interface Result {
  // Read with its errors, so that what failed is null: the strict types do not hold here.
  data?: { space: { changeRequests: ChangeRequestsOfSpace['changeRequests'] | null } | null } | null;
  errors?: { extensions: { code: string } }[];
}

type ChangeRequestsOfSpace = NonNullable<ChangeRequestsQuery['space']>;
type ChangeRequest = ChangeRequestsOfSpace['changeRequests']['nodes'][number];

/** Runs in the browser. It sends the cookie, which it cannot read, and never sees the token. */
export function ChangeRequests({ spaces }: { spaces: readonly { id: string; title: string }[] }) {
  const [list, setList] = useState<readonly ChangeRequest[]>();
  const [message, setMessage] = useState('');
  const latest = useRef<AbortController>(undefined);
  const show = async (space: string) => {
    // The response for the space chosen before may arrive later.
    latest.current?.abort();
    latest.current = new AbortController();
    const { signal } = latest.current;
    setMessage('Loading …');
    setList(undefined);
    try {
      const { data, errors } = await request({ space }, signal);
      setList(data?.space?.changeRequests?.nodes);
      setMessage(errors?.[0] ? problemText(errors[0].extensions.code) : '');
    } catch {
      if (!signal.aborted) setMessage('The server cannot be reached.');
    }
  };
  return (
    <section>
      <h2>Change requests</h2>
      <label>
        Space
        <select defaultValue="" onChange={({ target }) => show(target.value)}>
          <option value="" disabled>
            Choose one
          </option>
          {spaces.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <p role="status">{message}</p>
      <ul>
        {list?.map(({ id, number, subject, comments }) => (
          <li key={id}>
            <Link href={`/change-requests/${id}`}>
              #{number} {subject}
            </Link>{' '}
            <span className="muted">{comments.totalCount ?? '?'} comments</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

async function request(variables: ChangeRequestsQueryVariables, signal: AbortSignal): Promise<Result> {
  const response = await fetch('/graphql', {
    signal,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: ChangeRequestsDocument, variables }),
  });
  // The session has ended: the page redirects to the sign-in form.
  if (response.status === 401) location.reload();
  return response.json();
}
