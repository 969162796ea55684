import { Avatar } from '../components/avatar.tsx';
import { RelativeTime } from '../components/relative-time.tsx';
import { type FragmentType, graphql, readFragment } from '../gql/index.ts';

const ChangeRequestDetailsFragment = graphql(`
  fragment ChangeRequestDetails on ChangeRequest {
    createdAt
    updatedAt
    openCommentCount
    createdBy {
      restId
      displayName
      ...UserAvatar
    }
    space {
      id
      title
      emoji
    }
    urls {
      app
    }
  }
`);

/** Facts about a change request, beside its discussion. */
export function ChangeRequestDetails(props: { changeRequest: FragmentType<typeof ChangeRequestDetailsFragment> }) {
  const data = readFragment(ChangeRequestDetailsFragment, props.changeRequest);
  const { createdAt, updatedAt, openCommentCount, createdBy, space, urls } = data;
  return (
    <div className="card details">
      <dl>
        <div>
          <dt>Author</dt>
          <dd className="person">
            <Avatar user={createdBy} />
            {createdBy?.displayName ?? 'Unknown user'}
          </dd>
        </div>
        <div>
          <dt>Space</dt>
          <dd>
            <span aria-hidden="true">{space.emoji}</span> {space.title}
          </dd>
        </div>
        <div>
          <dt>Created</dt>
          <dd>
            <RelativeTime dateTime={createdAt} />
          </dd>
        </div>
        <div>
          <dt>Updated</dt>
          <dd>
            <RelativeTime dateTime={updatedAt} />
          </dd>
        </div>
        <div>
          <dt>Open comments</dt>
          <dd>{openCommentCount}</dd>
        </div>
      </dl>
      {urls?.app && (
        <a href={urls.app} className="button">
          Open in the editor
        </a>
      )}
    </div>
  );
}
