'use server';

import { redirect } from 'next/navigation';
import { demoSession } from '../../lib/demo-users';
import { currentSession } from '../../lib/session';

/** Demo only: takes a name and no password. Next.js rejects calls of actions from other origins. */
export async function signIn(form: FormData): Promise<void> {
  const user = await demoSession(String(form.get('user')));
  if (user === undefined) redirect('/sign-in');
  const session = await currentSession();
  Object.assign(session, user);
  await session.save();
  redirect('/');
}

export async function signOut(): Promise<void> {
  const session = await currentSession();
  session.destroy();
  redirect('/sign-in');
}
