import type { ReactNode } from 'react';
import { Avatar } from '../components/avatar.tsx';
import { RelativeTime } from '../components/relative-time.tsx';
import { type FragmentType, graphql, readFragment } from '../gql/index.ts';

const SignatureUserFragment = graphql(`
  fragment SignatureUser on User {
    restId
    displayName
    ...UserAvatar
  }
`);

/** Who wrote something, and when. */
export function Signature(props: {
  user: FragmentType<typeof SignatureUserFragment> | null;
  postedAt: string | null;
  children?: ReactNode;
}) {
  const user = readFragment(SignatureUserFragment, props.user);
  return (
    <header className="signature">
      <Avatar user={user} />
      <strong>{user?.displayName ?? 'Unknown user'}</strong>
      <span className="muted meta">
        {props.postedAt && <RelativeTime dateTime={props.postedAt} />}
        {props.children}
      </span>
    </header>
  );
}
