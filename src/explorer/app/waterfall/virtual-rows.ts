import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react';

/** Rows that are kept in the document above and below those in view. */
const overscan = 6;

/** The rows to render: `last` is exclusive. The range follows the scroll position and the height of the element. */
export function useVisibleRange(scroller: RefObject<HTMLElement | null>, count: number, rowHeight: number) {
  const [view, setView] = useState({ top: 0, height: 0 });
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const update = () => setView({ top: element.scrollTop, height: element.clientHeight });
    const observer = new ResizeObserver(update);
    observer.observe(element);
    element.addEventListener('scroll', update, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', update);
    };
  }, [scroller]);
  const first = Math.max(0, Math.min(count, Math.floor(view.top / rowHeight)) - overscan);
  return { first, last: Math.min(count, Math.ceil((view.top + view.height) / rowHeight) + overscan) };
}

/** On narrow screens a row has its bar on a second line. The style sheet has the same condition. */
const narrow = '(max-width: 700px)';

/** Height of a row, in pixels. */
export function useRowHeight(): number {
  const isNarrow = useSyncExternalStore(
    (onChange) => {
      const query = matchMedia(narrow);
      query.addEventListener('change', onChange);
      return () => query.removeEventListener('change', onChange);
    },
    () => matchMedia(narrow).matches,
  );
  return isNarrow ? 48 : 28;
}
