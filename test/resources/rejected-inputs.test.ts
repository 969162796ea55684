import { describe, expect, it } from 'vitest';
import { globalId } from '../../src/engine/relay/global-id.ts';
import { SiteEntity } from '../../src/resources/sites/contract.ts';
import { json } from '../support/fault-upstream.ts';
import { stubbedGateway } from '../support/stubbed-gateway.ts';

const world = stubbedGateway();
const id = globalId(SiteEntity, { organizationId: 'o', siteId: 's' });

/** The user errors of an update of a site. */
async function rejected(input: string) {
  const query = `mutation { updateSite(input: {id: "${id}", ${input}}) { userErrors { field message code } } }`;
  return (await world.gateway.execute(query)).data.updateSite.userErrors;
}

describe('what the service says of single fields', () => {
  it.each([
    [
      'in the form of RFC 9457',
      { title: 'Invalid', errors: [{ pointer: '#/adaptiveContent/enabled', detail: 'No.' }] },
    ],
    ['with names of fields', { message: 'Invalid', errors: [{ field: 'adaptiveContent.enabled', message: 'No.' }] }],
    ['in its own envelope', { error: { errors: [{ pointer: '/adaptiveContent/enabled', message: 'No.' }] } }],
  ])('is at the field of the input: %s', async (_, body) => {
    for (const status of [400, 422]) {
      world.replies['/v1/orgs/o/sites/s'] = json(body, status);
      expect(await rejected('adaptiveContent: {isEnabled: true}')).toEqual([
        { field: ['adaptiveContent', 'isEnabled'], message: 'No.', code: 'INVALID' },
      ]);
    }
  });

  it('is about the whole input where the input has no such field', async () => {
    const errors = [{ pointer: '#/elsewhere', detail: 'No.' }, { pointer: 7 }, 'text', null];
    world.replies['/v1/orgs/o/sites/s'] = json({ title: 'Not valid.', errors }, 422);
    expect(await rejected('title: "Title"')).toEqual([{ field: null, message: 'Not valid.', code: 'INVALID' }]);
  });
});

describe('a message for people', () => {
  it('describes a format in words', async () => {
    expect(await rejected('proxy: "nowhere", basename: ""')).toEqual([
      { field: ['basename'], message: 'It must not be empty.', code: 'TOO_SHORT' },
      {
        field: ['proxy'],
        message: 'It must be a domain and a path, such as docs.example.com/guide.',
        code: 'PATTERN',
      },
    ]);
    expect(world.upstream.arrived).toEqual([]);
  });
});
