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

\`lantern scan .\` prints a report; \`lantern ask\` opens issues for it. Version {{ version }} runs everywhere.

## Why it exists

Old files are not bad. Old files that nobody dares to touch are. Two of us worked in a repository with nine thousand files, of which four thousand had not changed in six years, and nobody could say which of them still ran. We began with a script of forty lines, and this is what became of it.

## What it does not do

Lantern deletes nothing, rewrites nothing and sends nothing anywhere. It needs no account. It does not measure people: reports name files and teams, and the option that would have listed single authors was removed after a long discussion that everyone can still read.

## Installing

Take the binary for your system from the releases, or use the package manager that you have. There is one file, without dependencies, of about six megabytes. Updating means replacing it. The configuration of older versions is read for at least two years.`,
    },
    {
      title: 'Use it',
      icon: 'terminal',
      markdown: `From the first scan to a nightly job.

## The four commands

| command | what it does |
|---|---|
| \`lantern scan\` | reads the history and prints a report |
| \`lantern ask\` | opens an issue for each red group of files |
| \`lantern diff\` | compares two reports |
| \`lantern explain\` | says why a file has its colour |

Every command has \`--help\` with an example that works in this repository. Output is plain text, or JSON with \`--json\`; the JSON has a version and is kept stable.

## Where to begin

Run [a first scan](/page:first-scan) and read only the last ten lines. They sum up the colours for each folder. Then pick the folder that you know best and see whether you agree. If you do not, \`lantern explain\` usually shows a reason, and sometimes a bug in Lantern.

## When it becomes a habit

A [nightly job](/page:nightly-job) costs nothing and makes the trend visible. Teams that look at it once a month remove about two percent of their files in a year, mostly tests of things that no longer exist and pictures that nobody shows.`,
      pages: [
        {
          title: 'First scan',
          markdown: `Run \`lantern scan\` in any repository. It reads history only and changes nothing.

## Read the report

Green files changed this year. Amber ones have an owner who is still here. Red ones have neither.

## What it takes

A scan of a repository with fifty thousand commits takes about forty seconds on a laptop. Most of it is reading the history; a second scan uses the cache in \`.lantern/\` and takes two. The cache can be deleted at any time and does not belong in version control.

## Change the colours

Whether a file is old depends on the project. Set \`green = "6 months"\` and \`amber = "2 years"\` in \`lantern.toml\`, for the whole repository or for a folder. A file is never older than the last change of its meaning: renames, formatting and changes of licence headers are ignored, as far as they can be recognised.

## Owners

Owners are read from \`CODEOWNERS\`. Without it, the team of the last three people counts as the owner. If you disagree with an owner, change the file and not the report.`,
          pages: [
            {
              title: 'Exclude paths',
              markdown: `List patterns in \`.lanternignore\`, one a line. Vendored code belongs there. The syntax is that of [gitignore](https://git-scm.com/docs/gitignore).

## What to exclude

- Vendored code, generated code and fixtures.
- Translations that come from elsewhere.
- Pictures and fonts, unless you want to know which are unused; \`lantern explain\` can search for their names.
- Folders with a fixed end, such as migrations of a database. They are supposed to be old.

## What not to exclude

Do not exclude a folder because its colour annoys you. It is better to give it another age, with a comment that says why. A list of exclusions that grows every month is a report that nobody reads any more.

## Checking the patterns

\`lantern scan --why-ignored path\` prints the line that excludes a path. \`lantern scan --no-ignore\` shows what the report would look like without any exclusion. Patterns that match nothing are listed at the end of each report, so the file stays as short as it can be.`,
            },
          ],
        },
        {
          title: 'Nightly job',
          markdown: `Run it at night and keep the last thirty reports. A difference between two reports says more than either. An example for every runner was in [recipes](/gone:recipes).

## What the job needs

The full history: shallow clones make every file look new. Read access is enough. A runner with two cores and one gigabyte of memory has been enough for every repository that we have seen, including one with two million commits.

## Keep reports

Write each report to \`reports/\` with the date in its name, or send it to any storage. \`lantern diff\` takes two files and prints what became older, what was touched again, and what is gone. The third list is the one to celebrate.

## Fail or not

By default the job never fails. \`--max-red 5%\` makes it fail when more than five percent of the files are red. Use it late, when the number has already fallen; a job that is red from its first day is switched off in its second week.

## Noise

Send the result once a month. A daily message about files that have not changed for three years is hard to take seriously.`,
        },
      ],
    },
    {
      title: 'Take part',
      icon: 'heart',
      markdown: `Code, words, translations and patience are all welcome. Begin with [the neighbouring space](/space:next), or write to {{ support_email }}.

## Ways that need no code

Tell us about a repository in which the colours are wrong. Translate one page of the documentation. Answer a question in the forum; you need not be sure, others will add to it. Try the pre-release in your nightly job and report whether the numbers changed.

## Ways that do

Issues with the label *good first light* have a description of where to look and what to leave alone. Somebody is named as a contact. Ask there before you begin, so that two people do not do the same work, and again when you are stuck for more than an evening.

## How we treat each other

Assume that the other person has thought about it. Criticise texts, not authors. We have a code of conduct and two people who watch over it, one of whom is not a developer. Reports to them stay between you and them.

## Money

The foundation pays for servers and for one meeting a year. Travel to the meeting can be refunded; nobody has to say why they need it.`,
      pages: [
        {
          title: 'Propose a change',
          markdown: `Open an issue before a large change; small ones need none. Two maintainers decide within a week. See [first scan](/page:first-scan) for the words that we use.

## Small changes

Fix it and open a pull request. Run \`make check\` before; it takes a minute and is the same that runs on our side. Describe what changes for a user in the first line. Screenshots of terminal output are fine, text is better.

## Large changes

A large change is one that adds a command, changes a colour, or cannot be undone by a user. Write an issue with the problem first and leave the solution for the second paragraph. Say what you have tried, and what people would have to learn. Then wait for a week; many good objections come on the sixth day.

## After the decision

Accepted means that somebody has promised to review it, by name. Declined means not now; an issue can be opened again when something has changed. If you lose interest in the middle, say so and push what you have. Half of Lantern's best features were finished by somebody else.`,
        },
      ],
    },
  ],
};
