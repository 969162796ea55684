import { useCallback, useState } from 'react';

const key = 'docgraph-dashboard:token';

export interface Session {
  token: string | undefined;
  /** Why the session ended. */
  problem: string | undefined;
  signIn(token: string): void;
  signOut(problem?: string): void;
}

/** The token of this tab. It is kept in `sessionStorage`, so it survives a reload and ends with the tab. */
export function useSession(): Session {
  const [token, setToken] = useState(() => sessionStorage.getItem(key) ?? undefined);
  const [problem, setProblem] = useState<string>();
  const signIn = useCallback((entered: string) => {
    // Headers can hold no other characters.
    if (!/^[!-~]+$/.test(entered)) return setProblem('A token has no spaces, and letters without accents only.');
    sessionStorage.setItem(key, entered);
    setToken(entered);
    setProblem(undefined);
  }, []);
  const signOut = useCallback((reason?: string) => {
    sessionStorage.removeItem(key);
    setToken(undefined);
    setProblem(reason);
  }, []);
  return { token, problem, signIn, signOut };
}
