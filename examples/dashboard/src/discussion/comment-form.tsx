import { useMutation } from '@apollo/client/react';
import { type FormEvent, useEffect, useRef } from 'react';
import { messageOf } from '../apollo/error-messages.ts';
import { FieldProblems } from '../components/field-problems.tsx';
import { Part } from '../components/part.tsx';
import { type FragmentType, graphql, readFragment } from '../gql/index.ts';
import { addComment } from './add-comment.ts';
import { emptyDraft, useDraft } from './draft.ts';
import { PagePicker } from './page-picker.tsx';
import { PostComment, postedAtOnce } from './post-comment.ts';
import { problemsByField } from './user-errors.ts';

const CommentFormFragment = graphql(`
  fragment CommentForm on ChangeRequest {
    id
    openCommentCount
    ...PagePicker
  }
`);

/**
 * Posts a comment. It is in the list at once, and leaves it again if the service does not take it. What is wrong with a value is shown
 * beside its field, and everything else below the form.
 */
export function CommentForm(props: { changeRequest: FragmentType<typeof CommentFormFragment> }) {
  const changeRequest = readFragment(CommentFormFragment, props.changeRequest);
  const { id: changeRequestId, openCommentCount } = changeRequest;
  const [draft, setDraft] = useDraft(changeRequestId);
  const form = useRef<HTMLFormElement>(null);
  const [post, { loading, data, error }] = useMutation(PostComment, {
    optimisticResponse: ({ input }) => postedAtOnce(input, openCommentCount),
    update: (cache, { data: posted }) => addComment(cache, changeRequestId, posted?.createChangeRequestComment.comment),
  });
  const problems = problemsByField(data?.createChangeRequestComment.userErrors ?? [], ['body', 'pageId']);
  const other = error ? [messageOf(error)] : problems.other;

  // Once the problems are rendered, the first field with one gets the focus.
  useEffect(() => {
    if (data) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [data]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const input = { changeRequestId, body: { markdown: draft.body }, pageId: draft.pageId || undefined };
    // The error is shown from the state of the mutation.
    const result = await post({ variables: { input } }).catch(() => undefined);
    const payload = result?.data?.createChangeRequestComment;
    if (payload?.comment) setDraft(emptyDraft);
  };

  return (
    <form ref={form} onSubmit={submit} className="card form" aria-label="New comment">
      <div className="field">
        <label htmlFor="comment-body">Comment</label>
        <textarea
          id="comment-body"
          name="body"
          rows={2}
          required
          value={draft.body}
          onChange={({ target }) => setDraft({ ...draft, body: target.value })}
          aria-invalid={problems.body.length > 0}
          aria-describedby="comment-body-problems"
          placeholder="Say what should change, and why."
        />
        <FieldProblems id="comment-body-problems" problems={problems.body} />
      </div>
      <div className="form-row">
        <div className="field">
          <label htmlFor="comment-page">Page</label>
          <Part name="The list of pages">
            <PagePicker
              changeRequest={changeRequest}
              pageId={draft.pageId}
              onChange={(pageId) => setDraft({ ...draft, pageId })}
              problemsId="comment-page-problems"
              hasProblems={problems.pageId.length > 0}
            />
          </Part>
        </div>
        <button type="submit" className="button primary" disabled={loading}>
          {loading ? 'Posting…' : 'Post comment'}
        </button>
      </div>
      <FieldProblems id="comment-page-problems" problems={problems.pageId} />
      <FieldProblems id="comment-problems" problems={other} />
    </form>
  );
}
