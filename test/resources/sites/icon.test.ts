import { expect, it } from 'vitest';
import { stubbedGateway } from '../../support/gateways/stubbed-gateway.ts';
import { json } from '../../support/upstreams/fault-upstream.ts';

const world = stubbedGateway();

const light = 'https://icons.example/light.png';

it.each([
  ['of images', { icon: { light } }, { lightUrl: light, darkUrl: null }],
  ['of no images', { emoji: '1f680' }, null],
  ['of one of several names', { icon: 'rocket' }, null],
  ['that is a name', 'rocket', null],
  ['that there is not', null, null],
])('an icon %s is images or null, without an error', async (_what, icon, expected) => {
  world.replies['/v1/orgs/o/sites/s'] = json({ object: 'site', id: 's', icon });
  const { data, errors } = await world.gateway.execute(
    '{ organization(id: "o") { site(id: "s") { icon { lightUrl darkUrl } } } }',
  );
  expect({ icon: data.organization.site.icon, errors }).toEqual({ icon: expected, errors: undefined });
});
