interface UserError {
  /** Path of the input field, outermost name first; null if it concerns no single field. */
  field: readonly string[] | null;
  message: string;
}

/**
 * Sorts the user errors of a payload by the fields of a form. An error of a nested input field belongs to the field of the
 * form above it; one of no field, or of a field that the form does not have, is in `other`.
 */
export function problemsByField<Field extends string>(
  errors: readonly UserError[],
  fields: readonly Field[],
): Record<Field | 'other', string[]> {
  const problems = Object.fromEntries([...fields, 'other'].map((field) => [field, []])) as unknown as Record<
    Field | 'other',
    string[]
  >;
  for (const { field, message } of errors) {
    const place = fields.find((name) => name === field?.[0]) ?? 'other';
    problems[place].push(message);
  }
  return problems;
}
