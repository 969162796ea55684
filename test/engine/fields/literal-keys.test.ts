import { expect, it } from 'vitest';
import { globalIdOf } from '../../support/execution/expectations.ts';
import { embeddedGateways } from '../../support/gateways/embedded-gateway.ts';

const create = embeddedGateways();

const update = (schema: string) => `mutation ${schema.includes('$v') ? '($v: JSONObject) ' : ''}{
  updateSiteAdaptiveSchema(input: { siteId: "${globalIdOf('Site', 'o', 's')}", jsonSchema: ${schema} }) { userErrors { code } }
}`;

it.each([
  ['__proto__', '{ __proto__: { polluted: true } }'],
  ['__proto__, deep', '{ a: [{ b: { __proto__: 1 } }] }'],
  ['constructor.prototype', '{ constructor: { prototype: { polluted: true } } }'],
  ['constructor.prototype, half of it in a variable', '{ constructor: $v }'],
])('a key that reaches a prototype is rejected in the document, as in variables: %s', async (_, schema) => {
  const { gateway, upstream } = await create();
  const { errors } = await gateway.execute({ query: update(schema), variables: { v: { prototype: {} } } });
  // Where a variable is a part of the value, graphql does not say why it is invalid.
  expect(errors?.map(({ message }) => message).join()).toMatch(/keys that reach a prototype|has invalid value/);
  expect(upstream.arrived).toEqual([]);
});

it('other keys are data, in the document as in variables', async () => {
  const { gateway, upstream } = await create();
  await gateway.execute({ query: update('{ constructor: { a: 1 }, prototype: 2, toString: 3 }') });
  expect(upstream.arrived).toHaveLength(1);
});
