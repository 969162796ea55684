import { explainedCalls } from './explain.ts';
import { useResponse } from './responses.ts';

/** One line below the response: status, time, size and, with explain, the number of REST calls. */
export function Footer() {
  const response = useResponse();
  if (!response) return null;
  const calls = explainedCalls(response.result);
  const items = [
    `HTTP ${response.status}`,
    `${response.ms < 10 ? response.ms.toFixed(1) : Math.round(response.ms)} ms`,
    `${(response.size / 1000).toFixed(1)} kB`,
    ...(response.result.errors?.length ? [plural(response.result.errors.length, 'error')] : []),
    ...(calls ? [plural(calls.length, 'REST call')] : []),
  ];
  return (
    <output className="docgraph-footer">
      {items.map((item) => (
        <span key={item}>{item}</span>
      ))}
    </output>
  );
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
