import { useEffect } from 'react';

/**
 * Repairs what assistive technologies are told of GraphiQL's own elements: a tab must not contain buttons, and a button of the
 * history must be named as it is labelled. Its components take no attributes for these elements.
 */
export function AccessibleNames() {
  useEffect(() => {
    const observers = [
      observe('.graphiql-tabs', repairTabs, { attributes: true, attributeFilter: ['aria-selected'] }),
      observe('.graphiql-plugin', repairHistory, {}),
    ];
    return () => {
      for (const observer of observers) observer?.disconnect();
    };
  }, []);
  return null;
}

/** Repairs an element now, and whenever something is added to it. */
function observe(selector: string, repair: (element: Element) => void, options: MutationObserverInit) {
  const element = document.querySelector(selector);
  if (element === null) return undefined;
  const observer = new MutationObserver(() => repair(element));
  repair(element);
  observer.observe(element, { childList: true, subtree: true, ...options });
  return observer;
}

/** A list of buttons, of which one is the current one. */
function repairTabs(list: Element): void {
  list.removeAttribute('role');
  for (const tab of list.querySelectorAll('.graphiql-tab')) {
    const isCurrent = tab.classList.contains('graphiql-tab-active');
    for (const name of ['role', 'aria-selected']) if (tab.hasAttribute(name)) tab.removeAttribute(name);
    const button = tab.querySelector('button');
    if (isCurrent) button?.setAttribute('aria-current', 'true');
    else button?.removeAttribute('aria-current');
  }
}

function repairHistory(pane: Element): void {
  for (const label of pane.querySelectorAll('.graphiql-history-item-label[aria-label]'))
    label.removeAttribute('aria-label');
}
