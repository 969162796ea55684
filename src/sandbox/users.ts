import type { User } from '../resources/shared/contract.ts';
import type { UserRow } from './records.ts';
import type { Store } from './store.ts';
import { app } from './urls.ts';

/** The record of a user, as it is embedded in others. */
function userRecord({ id, displayName, email, photoURL }: UserRow): User {
  return {
    object: 'user',
    id,
    displayName,
    email,
    ...(photoURL === undefined ? {} : { photoURL }),
    urls: { location: app('users', id) },
  };
}

/** The record of the user with an id, if there is one. */
export function userById(store: Store, id: string): User | undefined {
  const user = store.users.get(id);
  return user && userRecord(user);
}
