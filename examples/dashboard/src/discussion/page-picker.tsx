import { type FragmentType, graphql, readFragment } from '../gql/index.ts';

const PagePickerFragment = graphql(`
  fragment PagePicker on ChangeRequest {
    pageList {
      page {
        id
        title
      }
    }
  }
`);

/** The pages of a change request, for the one that a comment is about. */
export function PagePicker(props: {
  changeRequest: FragmentType<typeof PagePickerFragment>;
  /** Empty for the change request as a whole. */
  pageId: string;
  onChange: (pageId: string) => void;
  /** Of the element with the problems of the field. */
  problemsId: string;
  hasProblems: boolean;
}) {
  const { pageList } = readFragment(PagePickerFragment, props.changeRequest);
  return (
    <select
      id="comment-page"
      name="pageId"
      value={props.pageId}
      onChange={({ target }) => props.onChange(target.value)}
      aria-invalid={props.hasProblems}
      aria-describedby={props.problemsId}
    >
      <option value="">The change request as a whole</option>
      {pageList.map(({ page: { id, title } }) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
    </select>
  );
}
