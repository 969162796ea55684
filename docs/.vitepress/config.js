import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitepress';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

/** Where files of the repository are read; the workflow that publishes the site sets it. */
const repository = process.env.REPOSITORY_FILES;

const sections = {
  Start: ['getting-started', 'tutorial', 'why', 'troubleshooting'],
  Query: ['schema-guide', 'clients', 'queries', 'writes', 'errors', 'explain', 'explorer', 'operations'],
  Run: ['settings', 'deployment', 'caching', 'security', 'trusted-documents', 'cli', 'sandbox', 'upgrading'],
  Operate: ['observability', 'metrics', 'alerts', 'reliability', 'performance', 'drift'],
  Build: ['embedding', 'architecture', 'releasing'],
};

/**
 * Names such as `UPSTREAM_TIMEOUT` are terms of their own beside their parts, and the tables of settings and of error codes come first.
 * The functions are copied into the page as text: they use nothing from outside.
 */
const searchByName = {
  options: {
    tokenize: (text) => text.split(/[\n\r\p{Z}]|(?!_)\p{P}/u).flatMap((term) => [term, ...(term.includes('_') ? term.split('_') : [])]),
  },
  searchOptions: {
    boostDocument: (id, term) => (term.includes('_') && /\/(?:settings|errors)(?:#|$)/.test(id) ? 8 : 1),
  },
};

export default defineConfig({
  title: 'docgraph',
  description: 'A GraphQL gateway over the REST API of a documentation platform.',
  base: process.env.SITE_BASE ?? '/',
  cleanUrls: true,
  lastUpdated: false,
  markdown: {
    anchor: { slugify: slugOf },
    config: (md) => {
      md.core.ruler.push('repository-links', linkRepository);
      md.core.ruler.push('diagrams', leaveOutDiagrams);
    },
  },
  themeConfig: {
    search: { provider: 'local', options: { miniSearch: searchByName } },
    nav: [{ text: version, link: '/upgrading' }],
    sidebar: Object.entries(sections).map(([text, pages]) => ({
      text,
      items: pages.map((page) => ({ text: titleOf(page), link: `/${page}` })),
    })),
    outline: [2, 3],
  },
});

/** The first heading of a page. */
function titleOf(page) {
  const [, title] = /^# (.*)$/m.exec(readFileSync(new URL(`../${page}.md`, import.meta.url), 'utf8')) ?? [];
  if (title === undefined) throw new Error(`docs/${page}.md has no heading.`);
  return title.replaceAll('`', '');
}

/** The anchor of a heading as GitHub makes it, so that links with an anchor lead to it in both places. */
function slugOf(title) {
  return title
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(' ', '-');
}

/** GitHub draws diagrams of Mermaid, whose library is larger than all of this site. The text beside each of them says the same. */
function leaveOutDiagrams(state) {
  state.tokens = state.tokens.filter(({ type, info }) => type !== 'fence' || info !== 'mermaid');
}

/** Links to files outside of the documentation lead to the repository; without its address, their text stays. */
function linkRepository({ tokens }) {
  for (const { children } of tokens) {
    if (!children) continue;
    let isDropped = false;
    for (const token of children) {
      if (token.type === 'link_open') {
        const path = /^\.\.\/(.+)$/.exec(token.attrGet('href') ?? '')?.[1];
        isDropped = path !== undefined && repository === undefined;
        if (path !== undefined && repository !== undefined) token.attrSet('href', `${repository}/${path}`);
      }
      if (isDropped && (token.type === 'link_open' || token.type === 'link_close')) {
        const isEnd = token.type === 'link_close';
        Object.assign(token, { type: 'text', tag: '', content: '', nesting: 0 });
        if (isEnd) isDropped = false;
      }
    }
  }
}
