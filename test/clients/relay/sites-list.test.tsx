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

it('keeps the list when a further page fails, which can be tried again', async () => {
  const isFailing = { value: true };
  const container = document.createElement('div');
  const titles = () => [...container.querySelectorAll('li')].map(({ textContent }) => textContent);
  const more = () => container.querySelector<HTMLButtonElement>('button[name=more]');
  const { fetch: recorded, requests } = recordingFetch();
  const fetch: typeof recorded = (input, init) =>
    recorded(
      input,
      isFailing.value ? { ...init, body: String(init?.body).replace(/"after":"[^"]*"/, '"after":"x"') } : init,
    );
  const environment = createEnvironment(gateway.url, tokens.admin, { fetch, log: () => {} });

  const root = createRoot(container);
  root.render(
    <RelayEnvironmentProvider environment={environment}>
      <OrganizationSites organizationId={gateway.organizationId} />
    </RelayEnvironmentProvider>,
  );
  await expect.poll(titles).toEqual(['Halcyon Docs', 'Ledger Early Access']);
  more()?.click();
  await expect.poll(() => requests.length).toBe(2);
  isFailing.value = false;
  await expect
    .poll(() => {
      more()?.click();
      return titles();
    })
    .toEqual(['Halcyon Docs', 'Ledger Early Access', 'Engineering Handbook']);
  root.unmount();
});
