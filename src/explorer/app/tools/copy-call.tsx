import { commandsOf, type ListedCall } from './call-commands.ts';
import { CopyButton } from './copy-button.tsx';
import { useCallSource } from './tools-context.ts';

/** Copies REST calls of the active tab's response as curl commands. */
export function CopyCalls({ calls, children }: { calls: readonly ListedCall[]; children: string }) {
  const source = useCallSource();
  if (source === undefined || calls.length === 0) return null;
  return (
    <CopyButton isSmall text={() => commandsOf(calls, source)}>
      {children}
    </CopyButton>
  );
}
