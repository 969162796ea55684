import { type Case, world } from './cases.ts';
import { floorAnswers } from './subjects/floor-answers.ts';
import type { Rest } from './subjects/rest.ts';

/** The answer that a case must get: the floor's program over the upstream's own data, without any HTTP. */
export function expectedAnswer({ operationName, variables }: Case): Promise<unknown> {
  return (floorAnswers[operationName] as (typeof floorAnswers)[string])(rest, variables as Record<string, string>);
}

const rest: Rest = {
  get: async (path) => answerTo(`GET ${path}`),
  post: async (path) => answerTo(`POST ${path}`),
};

function answerTo<Body>(key: string): Body {
  const result = world.answers.get(key);
  if (result === undefined) throw new Error(`The upstream has no answer to ${key}.`);
  return result.body as Body;
}
