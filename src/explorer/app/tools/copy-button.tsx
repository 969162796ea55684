import { useCopy } from './use-copy.ts';

export interface CopyButtonProps {
  /** What the button says. */
  children: string;
  text: () => Promise<string | undefined>;
  isSmall?: boolean;
}

export function CopyButton({ children, text, isSmall = false }: CopyButtonProps) {
  const { message, copy } = useCopy(text);
  return (
    <button type="button" className={isSmall ? 'docgraph-button-small' : 'docgraph-button'} onClick={() => void copy()}>
      <span aria-live="polite">{message ?? children}</span>
    </button>
  );
}
