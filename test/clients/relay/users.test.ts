import { createOperationDescriptor, fetchQuery } from 'relay-runtime';
import { expect, it } from 'vitest';
import CreatorName, { type CreatorName as CreatorNameType } from '../generated/relay/CreatorName.graphql.ts';
import CreatorRestId, { type CreatorRestId as CreatorRestIdType } from '../generated/relay/CreatorRestId.graphql.ts';
import { gateway, tokens } from '../support/gateway.ts';
import { createEnvironment } from './environment.ts';

it('has a user for queries that select different fields of it', async () => {
  const environment = createEnvironment(gateway.url, tokens.admin);
  const variables = { id: gateway.changeRequestIds.relay };
  const operation = createOperationDescriptor(CreatorName, variables);
  environment.retain(operation);
  const first = await fetchQuery<CreatorNameType>(environment, CreatorName, variables).toPromise();
  await fetchQuery<CreatorRestIdType>(environment, CreatorRestId, variables).toPromise();
  const { data, isMissingData } = environment.lookup(operation.fragment);
  expect(isMissingData).toBe(false);
  expect(data).toEqual(first);
});
