import Link from 'next/link';
import { notFound } from 'next/navigation';
import { ChangeRequestDocument, type ChangeRequestQuery } from '../../../gql/graphql';
import { attempt } from '../../../lib/attempt';
import { execute } from '../../../lib/execute';
import { RequestBar } from '../../request-bar';
import { updateChangeRequest } from './actions';
import { ChangeRequestForm } from './form';

export const metadata = { title: 'Change request' };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const { data, restCalls } = await execute(ChangeRequestDocument, { id: decodeURIComponent(id) });
  const { value: changeRequest, problem, isMissing } = attempt(() => data.node);
  if (problem !== undefined && !isMissing) return <p role="status">The change request cannot be shown. {problem}</p>;
  if (changeRequest?.__typename !== 'ChangeRequest') notFound();
  const { number, subject, status } = changeRequest;
  // Bound here: a form that binds its action in a client component does not end without JavaScript (vercel/next.js#98045).
  const update = updateChangeRequest.bind(null, changeRequest.id);
  const { value: space } = attempt(() => changeRequest.space.title);
  return (
    <>
      <RequestBar restCalls={restCalls} />
      <header>
        <h1>
          #{number} {subject}
        </h1>
        <span className="muted">{space}</span>
        <Link href="/">All documentation</Link>
      </header>
      <ChangeRequestForm action={update} subject={subject} status={status} />
      <Discussion changeRequest={changeRequest} />
    </>
  );
}

type ChangeRequest = Extract<ChangeRequestQuery['node'], { __typename: 'ChangeRequest' }>;

function Discussion({ changeRequest }: { changeRequest: ChangeRequest }) {
  const { value: comments = [], problem } = attempt(() => changeRequest.comments.nodes);
  return (
    <section>
      <h2>Discussion</h2>
      {problem !== undefined && <p role="status">{problem}</p>}
      {comments.map(({ id, body, postedBy }) => (
        <article key={id}>
          <h3>{postedBy?.displayName ?? 'Unknown user'}</h3>
          <p className="text">{body?.markdown}</p>
        </article>
      ))}
    </section>
  );
}
