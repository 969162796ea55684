import type { ExplorerConfig } from '../../server/transport/explorer.ts';

/** Reads the configuration that the gateway wrote into the page. */
export function readConfig(page: Document): ExplorerConfig {
  const element = page.getElementById('docgraph-config');
  if (!element?.textContent) throw new Error('The page has no element #docgraph-config.');
  return JSON.parse(element.textContent) as ExplorerConfig;
}
