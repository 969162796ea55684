'use server';

import { revalidatePath } from 'next/cache';
import { UpdateChangeRequestDocument, type UpdateChangeRequestMutation } from '../../../gql/graphql';
import { problemOf } from '../../../lib/attempt';
import { execute } from '../../../lib/execute';

/** What the form shows: the values as entered, and what is wrong with them. */
export interface FormState {
  values: { subject: string; status: string };
  problems: { subject: string[]; status: string[]; other: string[] };
  /** Undefined until a mutation has succeeded. */
  saved?: { restCalls: number | undefined };
}

type UserError = UpdateChangeRequestMutation['updateChangeRequest']['userErrors'][number];

/** Saves a change request. Pages that Next.js keeps are rendered again, as all of them may show it. */
export async function updateChangeRequest(id: string, _state: FormState, form: FormData): Promise<FormState> {
  const values = { subject: String(form.get('subject') ?? ''), status: String(form.get('status') ?? '') };
  try {
    const { data, restCalls } = await execute(UpdateChangeRequestDocument, { input: { id, ...values } });
    const { changeRequest, userErrors } = data.updateChangeRequest;
    if (!changeRequest) return { values, problems: problemsByField(userErrors) };
    revalidatePath('/', 'layout');
    return { values, problems: problemsByField([]), saved: { restCalls } };
  } catch (error) {
    return { values, problems: { ...problemsByField([]), other: [problemOf(error)] } };
  }
}

/** The path of a user error names an input field. One of no field, or of a field that the form does not have, is in `other`. */
function problemsByField(errors: readonly UserError[]): FormState['problems'] {
  const problems: FormState['problems'] = { subject: [], status: [], other: [] };
  for (const { field, message } of errors) {
    const [name] = field ?? [];
    problems[name === 'subject' || name === 'status' ? name : 'other'].push(message);
  }
  return problems;
}
