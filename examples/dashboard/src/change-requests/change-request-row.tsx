import { Avatar } from '../components/avatar.tsx';
import { RelativeTime } from '../components/relative-time.tsx';
import { type FragmentType, graphql, readFragment } from '../gql/index.ts';
import { Link } from '../router/router.tsx';
import { ChangeRequestChips } from './change-request-chips.tsx';

const ChangeRequestRowFragment = graphql(`
  fragment ChangeRequestRow on ChangeRequest {
    id
    number
    subject
    updatedAt
    openCommentCount
    createdBy {
      restId
      displayName
      ...UserAvatar
    }
    ...ChangeRequestChips
  }
`);

/** A change request in the list of its space. */
export function ChangeRequestRow(props: {
  changeRequest: FragmentType<typeof ChangeRequestRowFragment>;
  /** Path of the space's page. */
  spacePath: string;
}) {
  const data = readFragment(ChangeRequestRowFragment, props.changeRequest);
  const { id, number, subject, updatedAt, openCommentCount: comments, createdBy } = data;
  return (
    <article className="row">
      <Avatar user={createdBy} />
      <div className="row-text">
        <h3>
          <Link href={`${props.spacePath}/change-requests/${id}`} className="card-link">
            {subject}
          </Link>
        </h3>
        <p className="muted meta">
          <span>#{number}</span>
          <span>{createdBy?.displayName ?? 'Unknown user'}</span>
          <span>
            updated <RelativeTime dateTime={updatedAt} />
          </span>
        </p>
      </div>
      <div className="row-status">
        <ChangeRequestChips changeRequest={data} />
        <span className="muted comment-count">{comments === 1 ? '1 open comment' : `${comments} open comments`}</span>
      </div>
    </article>
  );
}
