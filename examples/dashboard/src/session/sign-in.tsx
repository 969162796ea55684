import { type FormEvent, useEffect, useRef } from 'react';
import { FieldProblems } from '../components/field-problems.tsx';
import { Logo } from '../components/logo.tsx';

const sandboxUsers = [
  { token: 'sandbox-admin', description: 'Admin of all four organizations' },
  { token: 'sandbox-editor', description: 'Can edit in the first organization' },
  { token: 'sandbox-reader', description: 'Can read in the first organization' },
  { token: 'sandbox-guest', description: 'Guest of the first organization' },
];

/** Asks for a token of the platform. */
export function SignIn({ problem, onSignIn }: { problem: string | undefined; onSignIn: (token: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    document.title = 'Sign in · Dashboard';
    if (problem) input.current?.focus();
  }, [problem]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const token = new FormData(event.currentTarget).get('token');
    if (typeof token === 'string' && token.trim() !== '') onSignIn(token.trim());
  };
  return (
    <main className="sign-in">
      <div className="card sign-in-card">
        <Logo />
        <h1>Sign in</h1>
        <p className="muted">Sites, open change requests and their discussions in one place.</p>
        <form onSubmit={submit} className="form">
          <div className="field">
            <label htmlFor="token">Access token</label>
            <input
              ref={input}
              id="token"
              name="token"
              type="password"
              autoComplete="off"
              required
              aria-invalid={problem !== undefined}
              aria-describedby="token-hint token-problems"
            />
            <FieldProblems id="token-problems" problems={problem === undefined ? [] : [problem]} />
            <p id="token-hint" className="hint">
              It stays in this tab and ends with it.
            </p>
          </div>
          <button type="submit" className="button primary">
            Sign in
          </button>
        </form>
        <h2>Users of the sandbox</h2>
        <ul className="sandbox-users">
          {sandboxUsers.map(({ token, description }) => (
            <li key={token}>
              <button type="button" className="sandbox-user" onClick={() => onSignIn(token)}>
                <code>{token}</code>
                <span className="muted">{description}</span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </main>
  );
}
