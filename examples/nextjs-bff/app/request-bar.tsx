/** How many REST calls the one GraphQL request of a page took. Nothing where `EXPLAIN` is off. */
export function RequestBar({ restCalls }: { restCalls: number | undefined }) {
  if (restCalls === undefined) return null;
  return <p className="request-bar">{`1 GraphQL request = ${restCalls} REST ${restCalls === 1 ? 'call' : 'calls'}`}</p>;
}
