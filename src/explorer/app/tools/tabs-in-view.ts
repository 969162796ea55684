import { useGraphiQL } from '@graphiql/react';
import { useEffect } from 'react';

/** Scrolls the row of tabs, which has no scroll bar, to the active one and by the wheel. */
export function useTabsInView(): void {
  useActiveTabInView();
  useEffect(() => {
    const row = document.querySelector('.graphiql-tabs');
    row?.addEventListener('wheel', scrollSideways);
    return () => row?.removeEventListener('wheel', scrollSideways);
  }, []);
}

function useActiveTabInView(): void {
  const index = useGraphiQL((state) => state.activeTabIndex);
  // A tab grows when it gets its title.
  const title = useGraphiQL((state) => state.tabs[state.activeTabIndex]?.title);
  useEffect(() => {
    if (title !== undefined)
      document.querySelectorAll('.graphiql-tab')[index]?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [index, title]);
}

/** Most wheels turn in one direction. */
function scrollSideways(event: Event): void {
  const { currentTarget: row, deltaX, deltaY } = event as WheelEvent;
  if (!(row instanceof Element) || row.scrollWidth <= row.clientWidth || deltaX !== 0) return;
  event.preventDefault();
  row.scrollLeft += deltaY;
}
