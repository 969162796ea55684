/** The media types of responses, and ranges that contain them. */
const ranges: ReadonlySet<string> = new Set([
  'application/graphql-response+json',
  'application/json',
  'application/*',
  '*/*',
]);

/** Parameters of a media range that responses have. */
const parameters: ReadonlySet<string> = new Set(['charset=utf-8', 'charset="utf-8"', 'callbackspec=1.0']);

/** A range without parameters, which nearly all clients send: found without taking the header apart. */
const plainRange = /(?:^|,)\s*(?:\*\/\*|application\/(?:graphql-response\+json|json|\*))\s*(?:,|$)/i;

/** Whether a client accepts a type of responses. Apollo finds that out after the execution, when a mutation has been executed. */
export function isAcceptable(accept: string): boolean {
  return accept === '' || plainRange.test(accept) || accept.split(',').some(isSupported);
}

function isSupported(range: string): boolean {
  const [type = '', ...others] = range.split(';').map((part) => part.trim().toLowerCase());
  return ranges.has(type) && others.every(isMatched);
}

function isMatched(parameter: string): boolean {
  return parameter.startsWith('q=') ? Number(parameter.slice(2)) !== 0 : parameters.has(parameter);
}
