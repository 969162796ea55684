import { type ChangeEvent, useContext } from 'react';
import { headerIn, withValue } from '../connection/header-lines.ts';
import { ConfigContext, ConnectionContext } from './tools-context.ts';

/** Selects the sandbox's user whose token all tabs send. Nothing is rendered in front of a real service. */
export function UserSwitcher() {
  const { sandbox } = useContext(ConfigContext);
  const { headers, set } = useContext(ConnectionContext);
  if (sandbox === undefined) return null;
  const authorization = headerIn(headers, 'authorization');
  const current = sandbox.users.find((user) => user.authorization === authorization);
  const select = ({ target }: ChangeEvent<HTMLSelectElement>) => {
    const user = sandbox.users.find(({ name }) => name === target.value);
    if (user) set(withValue(headers, 'Authorization', user.authorization));
  };
  return (
    <label className="docgraph-users" title={current?.rights}>
      <span className="docgraph-users-label">User</span>
      <select value={current?.name ?? ''} onChange={select} aria-label="User of the sandbox">
        {current === undefined && <option value="">{authorization === undefined ? 'no token' : 'own token'}</option>}
        {sandbox.users.map((user) => (
          <option key={user.name} value={user.name}>
            {`${user.name}: ${user.rights}`}
          </option>
        ))}
      </select>
    </label>
  );
}
