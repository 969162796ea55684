import { useSyncExternalStore } from 'react';
import { useRequestCounts } from '../apollo/client-provider.tsx';
import { usePath } from '../router/router.tsx';

/** How few requests the open page has taken, and how many REST calls the gateway made for them. */
export function RequestBar() {
  const counts = useRequestCounts();
  const { path, requests, restCalls } = useSyncExternalStore(counts.subscribe, counts.snapshot);
  const isOpen = path === usePath();
  const sent = counted(isOpen ? requests : 0, 'GraphQL request');
  return (
    <p className="request-bar">
      {isOpen && restCalls !== undefined ? `${sent} = ${counted(restCalls, 'REST call')}` : sent}
    </p>
  );
}

function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
