import { explained } from './explain.ts';
import { formatMs, plural } from './numbers.ts';
import { useResponse } from './responses.ts';

/** One line below the response: status, time, size and, with explain, the number of REST calls. */
export function Footer() {
  const response = useResponse();
  if (!response) return null;
  const calls = explained(response.result)?.calls;
  const items = [
    `HTTP ${response.status}`,
    formatMs(response.ms),
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
