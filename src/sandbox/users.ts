import type { User } from '../resources/shared/contract.ts';
import type { UserRow } from './rows.ts';
import type { Store } from './store.ts';
import { appUrl } from './urls.ts';

/** A user's record, as embedded in other records. */
function userRecord({ id, displayName, email, photoURL }: UserRow): User {
  return {
    object: 'user',
    id,
    displayName,
    email,
    photoURL,
    urls: { location: appUrl('users', id) },
  };
}

/** The record of the user with this id; undefined for an unknown id. */
export function userById(store: Store, id: string): User | undefined {
  const user = store.users.get(id);
  return user && userRecord(user);
}
