/** A JSON object: neither null, nor a list, nor a scalar. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value at a path of names, such as `error.message` or `errors.0.detail`; undefined where there is none. */
export function valueAt(json: unknown, path: string): unknown {
  let value = json;
  for (const name of path.split('.')) value = Array.isArray(value) ? value[Number(name)] : memberOf(value, name);
  return value;
}

function memberOf(value: unknown, name: string): unknown {
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
