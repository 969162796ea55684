import type { ReactNode } from 'react';

export type Tone = 'neutral' | 'positive' | 'warning' | 'accent';

/** A short status. Its text says everything; the color only repeats it. */
export function Chip({ tone = 'neutral', title, children }: { tone?: Tone; title?: string; children: ReactNode }) {
  return (
    <span className={`chip ${tone}`} title={title}>
      {children}
    </span>
  );
}
