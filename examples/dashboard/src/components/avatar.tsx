import { useState } from 'react';
import { type FragmentType, graphql, readFragment } from '../gql/index.ts';

const UserAvatar = graphql(`
  fragment UserAvatar on User {
    restId
    displayName
    photoUrl
  }
`);

/** A user's picture, or the initials while there is none. The name is beside it, so it is hidden from screen readers. */
export function Avatar({ user }: { user: FragmentType<typeof UserAvatar> | null }) {
  const [isBroken, setIsBroken] = useState(false);
  const { displayName, photoUrl } = readFragment(UserAvatar, user) ?? {};
  const name = displayName ?? '?';
  return (
    <span className="avatar" aria-hidden="true" style={{ backgroundColor: `hsl(${hueOf(name)} 45% 34%)` }}>
      {photoUrl && !isBroken ? <img src={photoUrl} alt="" onError={() => setIsBroken(true)} /> : initialsOf(name)}
    </span>
  );
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => [...(word ?? '')][0] ?? '').join('');
}

/** The same color for the same name, everywhere. */
function hueOf(name: string): number {
  return [...name].reduce((hue, letter) => (hue * 31 + (letter.codePointAt(0) ?? 0)) % 360, 7);
}
