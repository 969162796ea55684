import type { AdaptiveSchema, TemplateCondition } from '../resources/sites/contract.ts';
import { badRequest } from './errors.ts';
import type { SiteRow } from './rows.ts';

type Json = Record<string, unknown>;

/** A site's adaptive schema. A schema that was never set has no JSON Schema. */
export function adaptiveSchemaRecord({ adaptiveSchema }: SiteRow): AdaptiveSchema {
  return { object: 'site-adaptive-schema', ...adaptiveSchema };
}

/**
 * Validates that a JSON Schema describes a visitor: an object with attributes, as in the contract's example (part 3).
 * @throws 400
 */
export function validateAdaptiveSchema(schema: Json): void {
  if (schema.type !== 'object') throw badRequest('body field jsonSchema.type: must be "object".');
  if (schema.properties !== undefined && !isObject(schema.properties)) {
    throw badRequest('body field jsonSchema.properties: must be an object.');
  }
}

/**
 * Returns one condition for every boolean attribute of a schema, signed or unsigned: whether the visitor has it.
 */
export function templateConditions(schema: Json | undefined): TemplateCondition[] {
  const { unsigned, ...signed } = propertiesOf(schema);
  return [
    ...conditions('visitor.claims', signed),
    ...conditions('visitor.claims.unsigned', propertiesOf(isObject(unsigned) ? unsigned : undefined)),
  ];
}

function conditions(object: string, attributes: Json): TemplateCondition[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => {
    if (!isObject(attribute) || attribute.type !== 'boolean') return [];
    const description = typeof attribute.description === 'string' ? attribute.description : name;
    return [{ description, condition: `${object}${member(name)} == true` }];
  });
}

const member = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`);

function propertiesOf(schema: Json | undefined): Json {
  return isObject(schema?.properties) ? schema.properties : {};
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
