import { useAnswer } from './answers.ts';
import { explainedCalls } from './explain.ts';

/** One line below the response: status, time, size and, where explained, the REST calls. */
export function Footer() {
  const answer = useAnswer();
  if (!answer) return null;
  const calls = explainedCalls(answer.result);
  const facts = [
    `HTTP ${answer.status}`,
    `${answer.ms < 10 ? answer.ms.toFixed(1) : Math.round(answer.ms)} ms`,
    `${(answer.size / 1000).toFixed(1)} kB`,
    ...(answer.result.errors?.length ? [plural(answer.result.errors.length, 'error')] : []),
    ...(calls ? [plural(calls.length, 'REST call')] : []),
  ];
  return (
    <output className="docgraph-footer">
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </output>
  );
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
