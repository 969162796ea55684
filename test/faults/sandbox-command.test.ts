import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../src/resources/contract.ts';
import { builtCommand, killRemaining } from '../support/processes/command.ts';
import { pdfText } from '../support/sandbox/pdf.ts';
import { type RestCalls, restCalls } from '../support/sandbox/sandbox-calls.ts';
import { exploreSandbox, type World } from '../support/sandbox/sandbox-world.ts';
import { pageUrl, processed, specification } from '../support/sandbox/sources.ts';

let api: RestCalls;
let world: World;

beforeAll(async () => {
  const { running } = builtCommand();
  const sandbox = await running(['sandbox', '--port', '0'], {}, /^outsider .*\n/m);
  api = restCalls(sandbox.lines[0]?.split(/ {2,}/)[1] ?? '');
  world = await exploreSandbox(api);
});
afterAll(killRemaining);

describe('the sandbox of the built command', () => {
  it('makes PDFs', async () => {
    const { url } = await api.call(contract.changeRequests.pdf, {
      path: { spaceId: world.spaceId, changeRequestId: world.changeRequestId },
    });
    expect(pdfText(Buffer.from(await (await fetch(url)).arrayBuffer())).length).toBeGreaterThan(1000);
  });

  it('imports and shows websites', async () => {
    const path = { spaceId: world.spaceId };
    const body = { url: pageUrl('From elsewhere', 'Imported <b>text</b>'), source: 'website' };
    expect(await api.call(contract.spaceContents.import, { path, body })).toMatchObject({ importedResources: 1 });
    const { pages } = await api.call(contract.spaceContents.pages, { path });
    const response = await fetch(pages.at(-1)?.urls?.app ?? '', { headers: { authorization: 'Bearer sandbox-admin' } });
    expect(await response.text()).toContain('Imported <strong>text</strong>');
  });

  it('processes API specifications', async () => {
    const { organizationId } = world;
    const body = { source: { text: JSON.stringify(specification('Pets')) } };
    await api.call(contract.openapiSpecs.put, { path: { organizationId, specSlug: 'pets' }, body });
    expect(await processed(api, organizationId, 'pets')).toMatchObject({ processingState: 'complete' });
  });
});
