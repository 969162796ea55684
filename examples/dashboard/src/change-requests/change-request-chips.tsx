import { Chip, type Tone } from '../components/chip.tsx';
import { type FragmentType, graphql, readFragment } from '../gql/index.ts';

const ChangeRequestChipsFragment = graphql(`
  fragment ChangeRequestChips on ChangeRequest {
    status
    isOutdated
  }
`);

// The set is open: a status that is not here is shown as it is.
const statuses: Readonly<Record<string, { label: string; tone: Tone }>> = {
  draft: { label: 'Draft', tone: 'neutral' },
  open: { label: 'Open', tone: 'positive' },
  merged: { label: 'Merged', tone: 'accent' },
  archived: { label: 'Archived', tone: 'neutral' },
};

/** The status of a change request. */
export function ChangeRequestChips(props: { changeRequest: FragmentType<typeof ChangeRequestChipsFragment> }) {
  const { status, isOutdated } = readFragment(ChangeRequestChipsFragment, props.changeRequest);
  const { label, tone } = statuses[status] ?? { label: status, tone: 'neutral' };
  return (
    <span className="chips">
      {isOutdated && (
        <Chip tone="warning" title="The space has changed since the change request was last updated from it.">
          Outdated
        </Chip>
      )}
      <Chip tone={tone}>{label}</Chip>
    </span>
  );
}
