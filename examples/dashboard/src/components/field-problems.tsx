/** What is wrong with the value of a form field. Name its id in the `aria-describedby` of the field. */
export function FieldProblems({ id, problems }: { id: string; problems: readonly string[] }) {
  return (
    <div id={id} className="field-problems" aria-live="polite">
      {problems.map((problem) => (
        <p key={problem}>{problem}</p>
      ))}
    </div>
  );
}
