'use server';

import { redirect } from 'next/navigation';
import { tokenOf } from '../../lib/demo-users';
import { currentSession } from '../../lib/session';

/** Demo only: takes a name and no password. Next.js rejects calls of actions from other origins. */
export async function signIn(form: FormData): Promise<void> {
  const userId = String(form.get('user'));
  const token = tokenOf(userId);
  if (token === undefined) redirect('/sign-in');
  const session = await currentSession();
  Object.assign(session, { userId, token });
  await session.save();
  redirect('/');
}

export async function signOut(): Promise<void> {
  const session = await currentSession();
  session.destroy();
  redirect('/sign-in');
}
