'use client';

import { useActionState } from 'react';
import { RequestBar } from '../../request-bar';
import type { FormState } from './actions';

interface FormProps {
  action: (state: FormState, form: FormData) => Promise<FormState>;
  subject: string;
  status: string;
}

/** Works without JavaScript, too: the action then answers with the whole page. */
export function ChangeRequestForm({ action, subject, status }: FormProps) {
  const initial: FormState = { values: { subject, status }, problems: { subject: [], status: [], other: [] } };
  const [{ values, problems, saved }, submit, isPending] = useActionState(action, initial);
  return (
    <section>
      <form action={submit} aria-label="Change request">
        <label>
          Subject
          <input
            name="subject"
            required
            defaultValue={values.subject}
            aria-invalid={problems.subject.length > 0}
            aria-describedby="subject-problems"
          />
        </label>
        <Problems id="subject-problems" problems={problems.subject} />
        <label>
          Status
          {/* A form that is reset gets the first value that its select has had: the key makes a select with another one. */}
          <select
            key={values.status}
            name="status"
            defaultValue={values.status}
            aria-invalid={problems.status.length > 0}
            aria-describedby="status-problems"
          >
            {[...new Set(['draft', 'open', status])].map((value) => (
              <option key={value}>{value}</option>
            ))}
          </select>
        </label>
        <Problems id="status-problems" problems={problems.status} />
        <button type="submit" disabled={isPending}>
          {isPending ? 'Saving …' : 'Save'}
        </button>
      </form>
      <Problems id="form-problems" problems={problems.other} />
      <div role="status">
        {saved && <p>Saved.</p>}
        {saved && <RequestBar restCalls={saved.restCalls} />}
      </div>
    </section>
  );
}

function Problems({ id, problems }: { id: string; problems: readonly string[] }) {
  return (
    <div id={id} className="problems" aria-live="polite">
      {problems.map((problem) => (
        <p key={problem}>{problem}</p>
      ))}
    </div>
  );
}
