import type { SpaceTemplate } from './template.ts';

export const community: SpaceTemplate = {
  emoji: '🏮',
  files: [
    { name: 'lantern-logo.svg', contentType: 'image/svg+xml', size: 6_120, dimensions: { width: 512, height: 512 } },
  ],
  pages: [
    {
      title: '%product%',
      emoji: '🏮',
      description: 'A small light for large repositories.',
      markdown: `Lantern finds what nobody has touched for years and asks, politely, whether it is still needed.

![The lantern](/file:lantern-logo.svg)

## In one line

\`lantern scan .\` prints a report; \`lantern ask\` opens issues for it. Version {{ version }} runs everywhere.`,
    },
    {
      title: 'Use it',
      icon: 'terminal',
      markdown: `From the first scan to a nightly job.`,
      pages: [
        {
          title: 'First scan',
          markdown: `Run \`lantern scan\` in any repository. It reads history only and changes nothing.

## Read the report

Green files changed this year. Amber ones have an owner who is still here. Red ones have neither.`,
          pages: [
            {
              title: 'Exclude paths',
              markdown: `List patterns in \`.lanternignore\`, one a line. Vendored code belongs there. The syntax is that of [gitignore](https://git-scm.com/docs/gitignore).`,
            },
          ],
        },
        {
          title: 'Nightly job',
          markdown: `Run it at night and keep the last thirty reports. A difference between two reports says more than either. An example for every runner was in [recipes](/gone:recipes).`,
        },
      ],
    },
    {
      title: 'Take part',
      icon: 'heart',
      markdown: `Code, words, translations and patience are all welcome. Begin with [the neighbouring space](/space:next), or write to {{ support_email }}.`,
      pages: [
        {
          title: 'Propose a change',
          markdown: `Open an issue before a large change; small ones need none. Two maintainers decide within a week. See [first scan](/page:first-scan) for the words that we use.`,
        },
      ],
    },
  ],
};
