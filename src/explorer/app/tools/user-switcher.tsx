import { useGraphiQL } from '@graphiql/react';
import { type ChangeEvent, useContext, useEffect, useState } from 'react';
import type { SandboxUser } from '../../../server/transport/explorer.ts';
import { ConfigContext } from './tools-context.ts';

type Headers = Record<string, unknown>;

/** Selects the sandbox's user whose token the active tab sends. Nothing is rendered in front of a real service. */
export function UserSwitcher() {
  const { sandbox } = useContext(ConfigContext);
  const headerEditor = useGraphiQL((state) => state.headerEditor);
  const [text, setText] = useState('');
  useEffect(() => {
    if (headerEditor === undefined) return;
    setText(headerEditor.getValue());
    const subscription = headerEditor.onDidChangeModelContent(() => setText(headerEditor.getValue()));
    return () => subscription.dispose();
  }, [headerEditor]);
  if (sandbox === undefined) return null;
  const headers = parseHeaders(text);
  const current = sandbox.users.find(({ authorization }) => authorization === headers?.Authorization);
  const select = ({ target }: ChangeEvent<HTMLSelectElement>) => {
    const user = sandbox.users.find(({ name }) => name === target.value);
    if (user) headerEditor?.setValue(JSON.stringify({ ...headers, Authorization: user.authorization }, null, 2));
  };
  return (
    <label className="docgraph-users" title={current?.rights}>
      <span className="docgraph-users-label">User</span>
      <select value={current?.name ?? ''} onChange={select} aria-label="User of the sandbox">
        {current === undefined && <option value="">own token</option>}
        {sandbox.users.map((user) => (
          <option key={user.name} value={user.name}>
            {optionText(user)}
          </option>
        ))}
      </select>
    </label>
  );
}

function optionText({ name, rights }: SandboxUser): string {
  return `${name}: ${rights}`;
}

function parseHeaders(text: string): Headers | undefined {
  try {
    return JSON.parse(text) as Headers;
  } catch {
    return undefined;
  }
}
