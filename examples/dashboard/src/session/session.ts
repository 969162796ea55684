import { useCallback, useState } from 'react';

const key = 'docgraph-dashboard:token';

export interface Session {
  token: string | undefined;
  /** Why the session ended. */
  problem: string | undefined;
  signIn(token: string): void;
  signOut(): void;
  /** Ends the session of a token that the platform does not accept. */
  reject(token: string): void;
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
  const end = useCallback((reason?: string) => {
    sessionStorage.removeItem(key);
    setToken(undefined);
    setProblem(reason);
  }, []);
  const signOut = useCallback(() => end(), [end]);
  const reject = useCallback(
    (rejected: string) => {
      // A response may arrive when its session has ended, and another one has begun.
      if (sessionStorage.getItem(key) === rejected) end('The platform does not accept this token.');
    },
    [end],
  );
  return { token, problem, signIn, signOut, reject };
}
