import { describe, expect, it } from 'vitest';
import { stubbedGateway } from '../../support/gateways/stubbed-gateway.ts';
import { json } from '../../support/upstreams/fault-upstream.ts';

const world = stubbedGateway();
const arrived = () => world.upstream.arrived.map(({ url }) => url).sort();

describe('a record that is read under another name than its id', () => {
  it('is not read again by its id: a change request by its number', async () => {
    world.replies['/v1/spaces/s/change-requests/3'] = json({ id: 'c', number: 3, subject: 'Subject', revision: 'r' });
    world.replies['/v1/spaces/s/change-requests/c'] = json({ id: 'c', number: 3, subject: 'Again', revision: 'again' });
    const { data, errors } = await world.gateway.execute(
      '{ space(id: "s") { changeRequest(by: { number: 3 }) { restId subject revision { restId } } } }',
    );
    expect(errors).toBeUndefined();
    expect(data.space.changeRequest).toEqual({ restId: 'c', subject: 'Subject', revision: { restId: 'r' } });
    expect(arrived()).toEqual(['/v1/spaces/s/change-requests/3']);
  });
});

describe('the latest version of a specification whose record does not name it', () => {
  it('is what its own path returned', async () => {
    world.replies['/v1/orgs/o/openapi/spec'] = json({ id: 'i', slug: 'spec', processingState: 'complete' });
    world.replies['/v1/orgs/o/openapi/spec/versions/latest'] = json({ id: 'v', url: 'https://example.com/v' });
    const { data, errors } = await world.gateway.execute(
      '{ organization(id: "o") { openApiSpec(by: { slug: "spec" }) { processingState latestVersion { restId url } } } }',
    );
    expect(errors).toBeUndefined();
    expect(data.organization.openApiSpec).toEqual({
      processingState: 'complete',
      latestVersion: { restId: 'v', url: 'https://example.com/v' },
    });
    expect(arrived()).toEqual(['/v1/orgs/o/openapi/spec', '/v1/orgs/o/openapi/spec/versions/latest']);
  });
});
