export const stylesheet = `
:root { color-scheme: light dark; --line: #8883; --accent: light-dark(#0b57c4, #8ab4f8); }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.6 system-ui, sans-serif; color: light-dark(#1c1e21, #e4e6eb); background: light-dark(#fff, #16181c); }
a { color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: 2px; }
header { display: flex; flex-wrap: wrap; gap: 0.5rem 2rem; align-items: baseline; padding: 0.9rem 1.5rem; border-bottom: 1px solid var(--line); }
header ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; list-style: none; margin: 0; padding: 0; }
.home { font-weight: 650; color: inherit; text-decoration: none; }
.content { display: grid; grid-template-columns: minmax(12rem, 17rem) minmax(0, 46rem); gap: 2.5rem; padding: 1.5rem; max-width: 75rem; margin: 0 auto; }
.content > main:only-child { grid-column: 1 / -1; max-width: 46rem; }
.content > nav { font-size: 0.925rem; border-right: 1px solid var(--line); padding-right: 1rem; }
.content > nav ul { list-style: none; margin: 0; padding: 0 0 0 0.75rem; }
.content > nav > ul { padding: 0; }
nav a { text-decoration: none; color: inherit; display: inline-block; padding: 0.15rem 0; }
nav a[aria-current] { color: var(--accent); font-weight: 600; }
h1, h2, h3, h4 { line-height: 1.25; margin: 2rem 0 0.75rem; }
h1 { font-size: 2rem; margin-top: 0; }
.description { font-size: 1.125rem; opacity: 0.8; }
pre, code { font: 0.875em/1.5 ui-monospace, monospace; background: #8882; border-radius: 4px; }
code { padding: 0.1em 0.3em; }
pre { padding: 0.9rem 1rem; overflow-x: auto; }
pre code { padding: 0; background: none; }
blockquote { margin: 1rem 0; padding: 0.1rem 1rem; border-left: 3px solid var(--accent); background: #8881; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { border: 1px solid var(--line); padding: 0.35rem 0.7rem; text-align: left; }
img { max-width: 100%; height: auto; border-radius: 6px; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.3rem 1.5rem; }
dt { opacity: 0.7; }
dd { margin: 0; }
button { font: inherit; padding: 0.35rem 0.9rem; margin: 0.2rem 0; cursor: pointer; }
@media (max-width: 48rem) { .content { grid-template-columns: minmax(0, 1fr); } .content > nav { border-right: 0; padding: 0; } }
`;
