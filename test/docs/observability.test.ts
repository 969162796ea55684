import { expect, it } from 'vitest';
import { keys } from '../../src/server/observation/tracing/attribute-keys.ts';
import { read } from './pages.ts';

it('the page about observability names the attributes of spans', () => {
  const named = read('docs/observability.md').match(/(?<=`)docgraph\.[\w.]+(?=`)/g) ?? [];
  const own = Object.values(keys)
    .map(({ name }) => name)
    .filter((name) => name.startsWith('docgraph.'));
  expect([...new Set(named)].sort()).toEqual(own.sort());
});
