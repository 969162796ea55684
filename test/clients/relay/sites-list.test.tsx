import '../support/dom.ts';
import { createRoot } from 'react-dom/client';
import { RelayEnvironmentProvider } from 'react-relay';
import { expect, it } from 'vitest';
import { gateway, tokens } from '../support/gateway.ts';
import { recordingFetch } from '../support/recording-fetch.ts';
import { createEnvironment } from './environment.ts';
import { OrganizationSites } from './sites-list.tsx';

it('pages through a connection, and reads it again by `node`', async () => {
  const { fetch, requests } = recordingFetch();
  const container = document.createElement('div');
  const titles = () => [...container.querySelectorAll('li')].map(({ textContent }) => textContent);
  const button = (name: string) => container.querySelector<HTMLButtonElement>(`button[name=${name}]`);
  const { organizationId } = gateway;

  const root = createRoot(container);
  root.render(
    <RelayEnvironmentProvider environment={createEnvironment(gateway.url, tokens.admin, { fetch })}>
      <OrganizationSites organizationId={organizationId} />
    </RelayEnvironmentProvider>,
  );
  await expect.poll(titles).toEqual(['Halcyon Docs', 'Ledger Early Access']);

  button('more')?.click();
  await expect.poll(titles).toEqual(['Halcyon Docs', 'Ledger Early Access', 'Engineering Handbook']);
  expect(button('more')?.disabled).toBe(true);

  button('refresh')?.click();
  await expect.poll(titles).toEqual(['Halcyon Docs', 'Ledger Early Access']);
  expect(requests.map(({ operationName, variables }) => [operationName, variables])).toMatchObject([
    ['OrganizationSitesListQuery', { organizationId }],
    ['OrganizationSitesListPage', { id: organizationId, first: 2, after: expect.any(String) }],
    ['OrganizationSitesListPage', { id: organizationId, first: 2 }],
  ]);
  root.unmount();
});
