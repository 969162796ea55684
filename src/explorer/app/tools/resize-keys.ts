import { useEffect } from 'react';

/** How far a key moves a bar, in pixels. */
const step = 24;

const moves: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowLeft: { x: -step, y: 0 },
  ArrowRight: { x: step, y: 0 },
  ArrowUp: { x: 0, y: -step },
  ArrowDown: { x: 0, y: step },
};

const bars = [
  { selector: '.graphiql-horizontal-drag-bar', orientation: 'vertical' },
  { selector: '.graphiql-editors > .graphiql-editor-tools', orientation: 'horizontal' },
] as const;

/** Makes the bars between the panes reachable and movable by the keyboard; Enter restores their default. */
export function ResizeKeys(): null {
  useEffect(() => {
    const listeners = new AbortController();
    const found = bars.flatMap(({ selector, orientation }) =>
      [...document.querySelectorAll<HTMLElement>(selector)].map((bar) => ({ bar, orientation })),
    );
    for (const { bar, orientation } of found) describe(bar, orientation, listeners.signal);
    return () => listeners.abort();
  }, []);
  return null;
}

function describe(bar: HTMLElement, orientation: 'horizontal' | 'vertical', signal: AbortSignal): void {
  // A bar with buttons in it is no separator: that would hide them.
  const isSeparator = bar.childElementCount === 0;
  bar.setAttribute('role', isSeparator ? 'separator' : 'group');
  if (isSeparator) bar.setAttribute('aria-orientation', orientation);
  bar.setAttribute('aria-label', 'Resize the panes with the arrow keys');
  bar.tabIndex = 0;
  if (isSeparator) showPosition(bar);
  const press = (event: KeyboardEvent) => {
    if (event.target !== bar) return;
    const move = moves[event.key];
    if (move) drag(bar, move);
    else if (event.key === 'Enter') bar.dispatchEvent(new MouseEvent('dblclick'));
    else return;
    event.preventDefault();
    if (isSeparator) showPosition(bar);
  };
  bar.addEventListener('keydown', press, { signal });
}

/** As a mouse would drag it: GraphiQL then applies its limits, and remembers the position. */
function drag(bar: HTMLElement, { x, y }: { x: number; y: number }): void {
  const { left, top } = bar.getBoundingClientRect();
  bar.dispatchEvent(new MouseEvent('mousedown', { clientX: left, clientY: top }));
  document.dispatchEvent(new MouseEvent('mousemove', { clientX: left + x, clientY: top + y, buttons: 1 }));
  document.dispatchEvent(new MouseEvent('mouseup'));
}

/** The part of the width in front of the bar, in percent. */
function showPosition(bar: HTMLElement): void {
  const before = bar.previousElementSibling?.getBoundingClientRect();
  const around = bar.parentElement?.getBoundingClientRect();
  if (!before || !around) return;
  bar.setAttribute('aria-valuenow', String(Math.round((100 * before.width) / around.width)));
}
