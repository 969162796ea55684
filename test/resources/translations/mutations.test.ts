import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { translations } from '../../../src/resources/translations/contract.ts';
import { sandboxTokens } from '../../../src/sandbox/index.ts';
import { globalIdOf } from '../../support/execution/expectations.ts';
import { type MutationWorld, startMutationWorld, wrongId } from '../../support/resources/mutation-world.ts';
import { forbidden, missing } from '../../support/resources/mutations.ts';

const { editor, outsider } = sandboxTokens;

let world: MutationWorld;
let organizationId: string;

beforeAll(async () => {
  world = await startMutationWorld();
  organizationId = globalIdOf('Organization', world.home);
});
afterAll(() => world.close());

const settings = { field: 'translationConfiguration', type: 'TranslationConfiguration' };
const create = (title: string, organization = organizationId) =>
  world.changed({
    endpoint: translations.create,
    name: 'createTranslationConfiguration',
    input: { organizationId: organization, title },
    ...settings,
  });

async function titles(): Promise<string[]> {
  const query = `{ organization(id: "${world.home}") { translationConfigurations { nodes { title } } } }`;
  const { data } = await world.execute(query);
  return data.organization.translationConfigurations.nodes.map(({ title }: { title: string }) => title);
}

const wrongTitles = [
  ['', 'TOO_SHORT'],
  ['T'.repeat(101), 'TOO_LONG'],
] as const;

describe('createTranslationConfiguration', () => {
  it('creates settings, for an organization named by its global id or its plain REST id', async () => {
    const before = await titles();
    const longest = 'T'.repeat(100);
    expect(await create(longest)).toMatchObject({ title: longest, organization: { restId: world.home } });
    expect(await create('t', world.home)).toMatchObject({ title: 't', organization: { restId: world.home } });
    expect((await titles()).sort()).toEqual([...before, longest, 't'].sort());
  });

  it.each(wrongTitles)('refuses the title %j, and sends nothing', async (title, code) => {
    const input = { organizationId, title };
    expect(await world.run.unsent('createTranslationConfiguration', input)).toMatchObject([{ field: ['title'], code }]);
  });

  it('is for those who may create content', async () => {
    const input = { organizationId, title: 'Not mine' };
    const endpoint = translations.create;
    expect(await world.run.failed('createTranslationConfiguration', input, editor)).toMatchObject(forbidden(endpoint));
    expect(await world.run.failed('createTranslationConfiguration', input, outsider)).toMatchObject(missing(endpoint));
    expect(await titles()).not.toContain('Not mine');
  });
});

describe('updateTranslationConfiguration', () => {
  it('renames settings', async () => {
    const { id, createdAt } = await create('Before');
    world.sandbox.clock.advance(60_000);
    const input = { id, title: 'After' };
    const endpoint = translations.update;
    const renamed = await world.changed({ endpoint, name: 'updateTranslationConfiguration', input, ...settings });
    expect(renamed).toMatchObject({ id, title: 'After', createdAt });
    expect(Date.parse(renamed.updatedAt) - Date.parse(createdAt)).toBeGreaterThanOrEqual(60_000);
    expect(await titles()).not.toContain('Before');
  });

  it('refuses wrong titles, other ids than its own, and those who may not create content', async () => {
    const { id, restId } = await create('Kept');
    for (const [title, code] of wrongTitles) {
      expect(await world.run.unsent('updateTranslationConfiguration', { id, title })).toMatchObject([
        { field: ['title'], code },
      ]);
    }
    for (const wrong of [restId, organizationId]) {
      expect(await world.run.unsent('updateTranslationConfiguration', { id: wrong, title: 'Wrong' })).toMatchObject(
        wrongId,
      );
    }
    const input = { id, title: 'Mine' };
    expect(await world.run.failed('updateTranslationConfiguration', input, editor)).toMatchObject(
      forbidden(translations.update),
    );
    expect(await world.read('TranslationConfiguration', id, '{ title }')).toEqual({ title: 'Kept' });
  });
});

describe('deleteTranslationConfiguration', () => {
  it('deletes settings', async () => {
    const { id } = await create('Short-lived');
    expect(await world.run.failed('deleteTranslationConfiguration', { id }, editor)).toMatchObject(
      forbidden(translations.delete),
    );
    await world.deleted(translations.delete, 'deleteTranslationConfiguration', id);
    expect(await titles()).not.toContain('Short-lived');
  });
});
