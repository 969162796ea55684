// Checks the built site: all pages are in its menu, all anchors exist, its search finds settings and codes of errors, no diagram is shown as
// its source, and no file is loaded from another host.
import { readdirSync, readFileSync } from 'node:fs';
import MiniSearch from 'minisearch';
import config from './config.js';

const dist = new URL('dist/', import.meta.url);
const files = readdirSync(dist, { recursive: true }).filter((file) => /\.(?:html|js|css)$/.test(file));
const read = (file) => readFileSync(new URL(file, dist), 'utf8');

// The theme has code for advertisements of another host, which only runs where they are configured: scripts are not searched.
const loaded = /<(?:script|img|iframe)[^>]+src="(?:https?:)?\/\/|<link[^>]+href="(?:https?:)?\/\/|url\(["']?(?:https?:)?\/\/|@import\s+["'](?:https?:)?\/\//;
const foreign = files.filter((file) => !file.endsWith('.js') && loaded.test(read(file)));
if (foreign.length > 0) throw new Error(`These files load from other hosts: ${foreign.join(', ')}`);

const sources = files.filter((file) => file.endsWith('.html') && read(file).includes('language-mermaid'));
if (sources.length > 0) throw new Error(`These pages show the source of a diagram: ${sources.join(', ')}`);

const anchors = files
  .filter((file) => file.endsWith('.html'))
  .flatMap((file) =>
    [...read(file).matchAll(/href="\/?([\w-]*)#([^"]+)"/g)].map(([, page, id]) => ({ file, page: page || file.replace('.html', ''), id })),
  );
const dead = anchors.filter(({ page, id }) => !read(`${page}.html`).includes(`id="${id}"`));
if (dead.length > 0) throw new Error(`These links lead to no heading: ${dead.map(({ file, page, id }) => `${file}: ${page}#${id}`).join(', ')}`);

const menu = read('getting-started.html');
const pages = files.filter((file) => file.endsWith('.html') && !['index.html', '404.html'].includes(file));
const missing = pages.filter((page) => !menu.includes(`/${page.replace('.html', '')}"`));
if (missing.length > 0) throw new Error(`The menu lacks ${missing.join(', ')}.`);

// Names of settings and codes of errors lead to their tables first. UPSTREAM_TIMEOUT is in both.
const index = readdirSync(new URL('assets/chunks/', dist)).find((file) => file.includes('localSearchIndex'));
const { default: json } = await import(new URL(`assets/chunks/${index}`, dist));
const { options, searchOptions } = config.themeConfig.search.options.miniSearch;
const search = MiniSearch.loadJSON(json, {
  fields: ['title', 'titles', 'text'],
  // Those of the theme.
  searchOptions: { fuzzy: 0.2, prefix: true, boost: { title: 4, text: 2, titles: 1 }, ...searchOptions },
  ...options,
});
for (const page of ['settings', 'errors']) {
  const names = readFileSync(new URL(`../${page}.md`, import.meta.url), 'utf8').match(/(?<=^\| `)[A-Z]+_[A-Z_]+(?=`)/gm);
  const lost = names.filter((name) => !search.search(name).slice(0, 2).some(({ id }) => id.includes(`/${page}#`)));
  if (lost.length > 0) throw new Error(`The search does not show ${page} first for ${lost.join(', ')}.`);
}
console.log(`The site has ${pages.length} pages, a search of its own, and loads nothing from other hosts.`);
