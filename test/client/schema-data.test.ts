import { isObjectType, parse } from 'graphql';
import { expect, it } from 'vitest';
import { connections, graphcacheKeys, graphcacheResolvers, knownValues, typePolicies } from '../../src/client/index.ts';
import { getDataID, missingFieldHandlers } from '../../src/client/relay.ts';
import { Selection } from '../../src/client/selection.ts';
import { sdlSchema } from '../docs/pages.ts';

const objects = Object.values(sdlSchema.getTypeMap()).filter(
  (type) => isObjectType(type) && !type.name.startsWith('__'),
);

it('has a policy for each connection, by all of its filters and not by its pages', () => {
  const paged = objects.flatMap((type) =>
    isObjectType(type)
      ? Object.values(type.getFields())
          .filter((field) => String(field.type).replace('!', '').endsWith('Connection'))
          .map((field) => ({ type: type.name, field: field.name, args: field.args.map(({ name }) => name) }))
      : [],
  );
  expect(paged.length).toBeGreaterThan(30);
  for (const { type, field, args } of paged) {
    const filters = args.filter((name) => name !== 'first' && name !== 'after');
    const key = typePolicies[type]?.fields?.[field]?.keyArgs({}, { fieldName: field, field: null });
    expect(key).toEqual(filters.length === 0 ? field : filters);
  }
  expect(Object.values(connections).flatMap(Object.keys)).toHaveLength(paged.length);
});

it('has a key for each type that is no node in graphcache, and a resolver for each connection', () => {
  const keyed = objects.filter(
    (type) => isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Node'),
  );
  for (const { name } of keyed) expect(graphcacheKeys).not.toHaveProperty(name);
  expect(Object.keys(graphcacheKeys).length).toBe(objects.length - keyed.length - 2);
  expect(graphcacheKeys.User?.()).toBeNull();
  expect(graphcacheKeys.PageInfo?.()).toBeNull();
  expect(graphcacheKeys.Viewer?.()).toBeNull();
  expect(graphcacheResolvers().Space?.changeRequests).toBeTypeOf('function');
});

it('identifies the viewer for Relay, and finds nodes in its store', () => {
  expect(getDataID({ restId: 'u' }, 'User')).toBeUndefined();
  expect(getDataID({ id: 's' }, 'Site')).toBe('s');
  expect(getDataID({ id: 'u' }, 'Viewer')).toBe('client:root:viewer');
  const [{ handle } = { handle: () => undefined }] = missingFieldHandlers;
  expect(handle({ name: 'node' }, { getType: () => '__Root' }, { id: 's' })).toBe('s');
  expect(handle({ name: 'space' }, { getType: () => '__Root' }, { id: 's' })).toBeUndefined();
});

it('names the known values by their place', () => {
  expect(knownValues['ChangeRequest.status']).toEqual(['draft', 'open']);
  expect(knownValues['Space.changeRequests(statuses:)']).toEqual(['open', 'draft']);
  expect(knownValues['CreateSiteInput.type']).toEqual(['basic']);
});

it('collects fields of documents whose fragments spread themselves', () => {
  const document = new Selection(parse('{ ...A } fragment A on Query { a ...B } fragment B on Query { b ...A }'));
  expect([...document.fieldsOf(document.root, 'Query').keys()]).toEqual(['a', 'b']);
});
