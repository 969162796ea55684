import { userNames } from '../../lib/demo-users';
import { signIn } from './actions';

export const metadata = { title: 'Sign in' };

export default function Page() {
  return (
    <section>
      <h1>Sign in</h1>
      <p className="muted">The users of the sandbox have no passwords.</p>
      <form action={signIn}>
        <label>
          User
          <select name="user">
            {userNames.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <button type="submit">Sign in</button>
      </form>
    </section>
  );
}
