import type { Proposal } from './proposal.ts';

/** Proposals that fit any page. `%page%` is replaced by its title. */
export const generalProposals: readonly Omit<Proposal, 'page'>[] = [
  {
    subject: 'Fix typing errors in “%page%”',
    heading: 'A note on wording',
    text: 'Names of buttons are written as they appear in the app, in bold. Names of fields are written as in the API, in code.',
  },
  {
    subject: 'Add a summary to “%page%”',
    heading: 'Summary',
    text: 'If you have one minute: read the first section, skip the tables, and come back when you need a number.',
  },
  {
    subject: 'Update “%page%” for the July release',
    heading: 'From July on',
    text: 'The menu item moves from *Settings* to *Workspace*. Everything else that is described here stays as it is.',
  },
  {
    subject: 'Link “%page%” to related pages',
    heading: 'Read on',
    text: 'The pages before and after this one in the table of contents are meant to be read together with it.',
  },
  {
    subject: 'Answer frequent questions in “%page%”',
    heading: 'Frequent questions',
    text: '**Does this work on a phone?** Yes. **Does it need the admin role?** No. **Can it be undone?** Within an hour.',
  },
  {
    subject: 'Review “%page%” for the audit',
    heading: 'Checked',
    text: 'The security team checked this page in June and found nothing to change. The next check is due in December.',
  },
  {
    subject: 'Make “%page%” easier to translate',
    heading: 'For translators',
    text: 'Do not translate code and names of files. *Plan* and *route* have fixed translations, which are in the glossary.',
  },
  {
    subject: 'Add the owner of “%page%”',
    heading: 'Owner',
    text: 'The team that is named in the description answers questions about this page, usually on the same working day.',
  },
  {
    subject: 'Remove outdated hints from “%page%”',
    heading: 'What was here before',
    text: 'Two hints for old versions were removed. They are still in the history of this page, under its last revision of May.',
  },
  {
    subject: 'Explain the numbers in “%page%”',
    heading: 'Where the numbers come from',
    text: 'All numbers are medians of the last ninety days. They are computed on the first of each month and rounded.',
  },
  {
    subject: 'Add an example to “%page%”',
    heading: 'One more example',
    text: 'A depot with twelve vehicles and two planners follows this page every morning. It takes them about ten minutes.',
  },
  {
    subject: 'Mention known limits in “%page%”',
    heading: 'Known limits',
    text: 'What is described here has been tested with up to forty people at the same time. Larger teams should try it first.',
  },
];
