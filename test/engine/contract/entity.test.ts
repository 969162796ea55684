import { expect, it } from 'vitest';
import { entity, entityNamed } from '../../../src/engine/contract/entity.ts';
import { spaces } from '../../../src/resources/spaces/contract.ts';

it('rejects a second entity of one name, as a global id could not tell them apart', () => {
  const first = entity('EntityOfTest', [spaces.get], []);
  expect(() => entity('EntityOfTest', [spaces.get], [])).toThrow(new TypeError('Two entities are named EntityOfTest.'));
  expect(entityNamed('EntityOfTest')).toBe(first);
});
