import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

/** What axe finds wrong with the elements that match a selector: rule, element and reason. */
export async function violationsOn(page: Page, selector = 'html'): Promise<string[]> {
  // Evaluated by the debugger: the page's Content-Security-Policy allows no script elements.
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe.source);
  // Only violations are described in full: the description of what passes takes most of the time.
  const run = `axe.run(${JSON.stringify(selector)}, { resultTypes: ['violations'] })`;
  const { violations } = await page.evaluate<AxeResults>(`${run}.then(({ violations }) => ({ violations }))`);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ html, failureSummary = '' }) => `${id}: ${html.slice(0, 160)} ${failureSummary.replaceAll(/\s+/g, ' ')}`,
    ),
  );
}
