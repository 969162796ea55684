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
  const click = async (name: string) => {
    buttons()
      .find((button) => button.name === name)
      ?.click();
    await settled();
  };
  await expect.poll(shown).toEqual(['ab', 'abc', 'ab']);
  expect(list.requests).toHaveLength(3);
  for (const name of ['more2', 'more2', 'refetch', 'toggle', 'toggle']) await click(name);
  expect(shown()).toEqual(['abcdef', 'abc', 'ab']);
  expect(list.requests).toHaveLength(6);
  list.ids = ['n', ...list.ids];
  await click('refetch');
  await expect.poll(shown).toEqual(['na', 'nab', 'na']);
  expect(list.requests).toHaveLength(9);
  root.unmount();
});
