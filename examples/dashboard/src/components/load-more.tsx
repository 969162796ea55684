import { useState } from 'react';
import { messageOf } from '../apollo/error-messages.ts';

/** Button that loads the next page of a list. A page that fails leaves the list as it is. */
export function LoadMore({ label, onLoad }: { label: string; onLoad: () => Promise<unknown> }) {
  const [state, setState] = useState<{ isLoading: boolean; problem?: string }>({ isLoading: false });
  const load = async () => {
    setState({ isLoading: true });
    try {
      await onLoad();
      setState({ isLoading: false });
    } catch (error) {
      setState({ isLoading: false, problem: messageOf(error) });
    }
  };
  return (
    <div className="load-more">
      <button type="button" className="button" onClick={load} disabled={state.isLoading}>
        {state.isLoading ? 'Loading…' : label}
      </button>
      <span role="status" className="problem">
        {state.problem}
      </span>
    </div>
  );
}
