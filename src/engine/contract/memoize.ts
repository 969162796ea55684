/** A function that is called once for each object, and keeps its result for as long as the object lives. */
export function memoize<Value extends object, Result extends object>(
  compute: (value: Value) => Result,
): (value: Value) => Result {
  const results = new WeakMap<Value, Result>();
  return (value) => {
    let result = results.get(value);
    if (result === undefined) {
      result = compute(value);
      results.set(value, result);
    }
    return result;
  };
}
