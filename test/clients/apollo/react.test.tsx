import '../support/dom.ts';
import { gql } from '@apollo/client';
import { ApolloProvider, useQuery } from '@apollo/client/react';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { connect, settled, titles } from './watched-list.ts';

interface Data {
  organization: {
    sites: { edges: { node: { id: string } }[]; nodes: { id: string }[]; pageInfo: { endCursor: string } };
  };
}

const withFragment = gql`
  query ($id: ID!, $first: Int, $after: String) { organization(id: $id) { id ...Visibilities } }
  fragment Visibilities on Organization { sites(first: $first, after: $after) { nodes { id visibility } } }
`;

function Titles({ first }: { first: number }) {
  const { data, fetchMore } = useQuery<Data>(titles, { variables: { id: 'o', first } });
  const { edges, pageInfo } = data?.organization.sites ?? {};
  const more = () => void fetchMore({ variables: { after: pageInfo?.endCursor } });
  return (
    <button type="button" name={`more${first}`} onClick={more} value={edges?.map(({ node }) => node.id).join('')} />
  );
}

function Visibilities() {
  const { data, refetch } = useQuery<Data>(withFragment, { variables: { id: 'o', first: 2 } });
  const ids = data?.organization.sites.nodes.map(({ id }) => id).join('');
  return <button type="button" name="refetch" onClick={() => void refetch()} value={ids} />;
}

function Lists() {
  const [isShown, show] = useState(true);
  return (
    <>
      <button type="button" name="toggle" onClick={() => show(!isShown)} />
      {isShown && <Titles first={2} />}
      <Titles first={3} />
      <Visibilities />
    </>
  );
}

it('has the lists of components in strict mode, each of which is sent once', async () => {
  const { client, list } = connect();
  const container = document.createElement('div');
  const root = createRoot(container);
  root.render(
    <StrictMode>
      <ApolloProvider client={client}>
        <Lists />
      </ApolloProvider>
    </StrictMode>,
  );
  const buttons = () => [...container.querySelectorAll('button')];
  const shown = () => buttons().flatMap(({ name, value }) => (name === 'toggle' ? [] : [value]));
  const expectLists = async (lists: string[], requests: number) => {
    await expect.poll(() => ({ lists: shown(), requests: list.requests.length })).toEqual({ lists, requests });
    await settled();
    expect(list.requests).toHaveLength(requests);
  };
  const click = (name: string) => {
    buttons()
      .find((button) => button.name === name)
      ?.click();
  };
  await expectLists(['ab', 'abc', 'ab'], 3);
  click('more2');
  await expectLists(['abcd', 'abc', 'ab'], 4);
  click('more2');
  await expectLists(['abcdef', 'abc', 'ab'], 5);
  click('refetch');
  await expectLists(['abcdef', 'abc', 'ab'], 6);
  click('toggle');
  await expectLists(['abc', 'ab'], 6);
  click('toggle');
  await expectLists(['abcdef', 'abc', 'ab'], 6);
  list.ids = ['n', ...list.ids];
  click('refetch');
  await expectLists(['na', 'nab', 'na'], 9);
  root.unmount();
});
