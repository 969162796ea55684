/** The ranges that contain a media type of responses, the closest first. */
const rangesByType = ['application/graphql-response+json', 'application/json'].map((type) => [
  type,
  'application/*',
  '*/*',
]);

/** Parameters of a media range that responses have. */
const parameters: ReadonlySet<string> = new Set(['charset=utf-8', 'charset="utf-8"', 'callbackspec=1.0']);

/** A range without parameters, which nearly all clients send: found without taking the header apart. */
const plainRange = /(?:^|,)\s*(?:\*\/\*|application\/(?:graphql-response\+json|json|\*))\s*(?:,|$)/i;

/** A quality that excludes a range from a wider one: 0, or what is none. */
const excluding = /;\s*q=(?!1|0?\.\d*[1-9])/i;

/** Whether a client accepts a type of responses. Apollo finds that out after the execution, when a mutation has been executed. */
export function isAcceptable(accept: string): boolean {
  if (accept === '' || (plainRange.test(accept) && !excluding.test(accept))) return true;
  const given = accept.split(',').map(rangeIn);
  return rangesByType.some((ranges) => {
    const closest = ranges.find((range) => given.some(([one]) => one === range));
    return closest !== undefined && given.every(([range, quality]) => range !== closest || quality > 0);
  });
}

/** A media range with the parameters that responses have not, and its quality. */
function rangeIn(text: string): [range: string, quality: number] {
  const parts = text.toLowerCase().replaceAll(/\s/g, '').split(';');
  const quality = parts.find((part) => part.startsWith('q='));
  const range = parts.filter((part) => part !== quality && !parameters.has(part)).join(';');
  return [range, quality === undefined ? 1 : Number.parseFloat(quality.slice(2))];
}
