import { z } from 'zod';
import { isJsonObject, type JsonObject } from '../engine/contract/json.ts';
import type { AdaptiveSchema, TemplateCondition } from '../resources/sites/contract.ts';
import { badBody } from './errors.ts';
import type { SiteRow } from './rows.ts';

/** A site's adaptive schema. A schema that was never set has no JSON Schema. */
export function adaptiveSchemaRecord({ adaptiveSchema }: SiteRow): AdaptiveSchema {
  return { object: 'site-adaptive-schema', ...adaptiveSchema };
}

const attribute = z.strictObject({ type: z.literal('boolean'), description: z.string() });

const unsignedClaims = z.strictObject({
  type: z.literal('object'),
  description: z.string().optional(),
  additionalProperties: z.literal(false),
  properties: z.record(z.string(), attribute),
});

/** The form of the schemas that the contract describes (part 3, site adaptive schema). */
const visitorSchema = z.strictObject({
  $schema: z
    .string()
    .regex(/^https?:\/\/json-schema\.org\/draft-07\/schema#?$/, 'must be the URI of JSON Schema draft-07'),
  $id: z.string().min(1),
  type: z.literal('object'),
  additionalProperties: z.literal(false),
  properties: z.object({ unsigned: unsignedClaims.optional() }).catchall(attribute),
});

/**
 * Validates that a JSON Schema describes a visitor: boolean attributes with descriptions, and `unsigned` claims.
 * @throws 400 that names each invalid keyword.
 */
export function validateAdaptiveSchema(schema: JsonObject): void {
  const { error } = visitorSchema.safeParse(schema);
  if (error === undefined) return;
  // A keyword is not a field of the body: the message names it.
  const issues = error.issues.map(({ path, message }) => {
    const field = ['jsonSchema', ...path];
    return { path: field, message: `${field.join('.')}: ${message}` };
  });
  throw badBody(`body field ${issues.map(({ message }) => message).join('; ')}.`, issues);
}

/**
 * Returns one condition for every boolean attribute of a schema, signed or unsigned: whether the visitor has it.
 */
export function templateConditions(schema: JsonObject | undefined): TemplateCondition[] {
  const { unsigned, ...signed } = propertiesOf(schema);
  return [
    ...conditions('visitor.claims', signed),
    ...conditions('visitor.claims.unsigned', propertiesOf(isJsonObject(unsigned) ? unsigned : undefined)),
  ];
}

function conditions(object: string, attributes: JsonObject): TemplateCondition[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => {
    if (!isJsonObject(attribute) || attribute.type !== 'boolean') return [];
    const description = typeof attribute.description === 'string' ? attribute.description : name;
    return [{ description, condition: `${object}${member(name)} == true` }];
  });
}

const member = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`);

function propertiesOf(schema: JsonObject | undefined): JsonObject {
  return isJsonObject(schema?.properties) ? schema.properties : {};
}
