import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { messageOf } from '../apollo/error-messages.ts';

/** Reads what the page shows again, as REST reports no changes. Lists begin anew, with their first page. */
export function RefreshButton() {
  const client = useApolloClient();
  const [state, setState] = useState<{ isLoading: boolean; problem?: string }>({ isLoading: false });
  const refresh = async () => {
    setState({ isLoading: true });
    const problem = await client.refetchQueries({ include: 'active' }).then(() => undefined, messageOf);
    setState({ isLoading: false, problem });
  };
  return (
    <span className="resolve">
      <span role="status" className="problem">
        {state.problem}
      </span>
      <button type="button" className="button quiet" disabled={state.isLoading} onClick={refresh}>
        {state.isLoading ? 'Refreshing…' : 'Refresh'}
      </button>
    </span>
  );
}
