'use client';

import { useState } from 'react';

const query = `
  query ChangeRequests($space: ID!) {
    space(id: $space) {
      changeRequests(first: 10) {
        nodes { id number subject comments(first: 0) { totalCount } }
      }
    }
  }
`;

interface Result {
  data?: {
    space: { changeRequests: { nodes: ChangeRequest[] } | null } | null;
  } | null;
  errors?: { message: string }[];
}

interface ChangeRequest {
  id: string;
  number: number;
  subject: string;
  comments: { totalCount: number | null } | null;
}

/** Runs in the browser. It sends the cookie, which it cannot read, and never sees the token. */
export function ChangeRequests({ spaces }: { spaces: readonly { id: string; title: string }[] }) {
  const [list, setList] = useState<ChangeRequest[]>();
  const [message, setMessage] = useState('');
  const show = async (space: string) => {
    setMessage('Loading …');
    setList(undefined);
    try {
      const { data, errors } = await request({ space });
      setList(data?.space?.changeRequests?.nodes);
      setMessage(errors?.[0]?.message ?? '');
    } catch {
      setMessage('The server cannot be reached.');
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
            #{number} {subject} <span className="muted">{comments?.totalCount ?? '?'} comments</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

async function request(variables: { space: string }): Promise<Result> {
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  // The session has ended: the page redirects to the sign-in form.
  if (response.status === 401) location.reload();
  return response.json();
}
