/** The section that a change request adds to a page. */
export interface Proposal {
  subject: string;
  heading: string;
  text: string;
}

export const proposals: readonly Proposal[] = [
  {
    subject: 'Explain what happens when a time window closes',
    heading: 'Closed windows',
    text: 'A stop whose window has closed stays on the plan and is shown in grey. It counts as missed one hour later.',
  },
  {
    subject: 'Document the retry schedule',
    heading: 'Retry schedule',
    text: 'The first retry comes after 10 seconds, the second after 40, and every later one after twice the time before, up to an hour.',
  },
  {
    subject: 'Add a worked example for two regions',
    heading: 'Example: two regions',
    text: 'Both regions write, one of them decides. If they disagree for more than a minute, the older write wins and the newer one is kept as a comment.',
  },
  {
    subject: 'Replace screenshots of the old navigation',
    heading: 'Where to find it',
    text: 'Open the menu at the top left, choose the workspace, then **Settings**. The old sidebar is gone since June.',
  },
  {
    subject: 'Say who may approve an exception',
    heading: 'Who approves',
    text: 'The owner of the rule, or their deputy. Nobody approves their own request; see [the list of owners](/pages/owners-2023).',
  },
  {
    subject: 'Correct the unit of the lag threshold',
    heading: 'Threshold',
    text: 'The threshold is thirty **seconds**. An earlier version of this page said milliseconds, and two people lost a night over it.',
  },
  {
    subject: 'Describe how to undo an import',
    heading: 'Undo an import',
    text: 'Within an hour, choose **Undo** in the import report. Later, filter by the import\u2019s label and remove the stops in bulk.',
  },
  {
    subject: 'Link to the glossary instead of repeating it',
    heading: 'Words used here',
    text: 'Terms in italics are explained in [the glossary](https://app.inkwell.example/glossary). Please do not explain them again here.',
  },
  {
    subject: 'Shorten the introduction',
    heading: 'In short',
    text: 'Three sentences were enough for the readers that we asked; the long version is kept in the history.',
  },
  {
    subject: 'Add the numbers from the May load test',
    heading: 'Measured in May',
    text: '1,150 requests a second on four small machines, with a 99th percentile of 84 ms. The limit was the database\u2019s connection pool.',
  },
  {
    subject: 'Mention the proxy setting for customers behind a firewall',
    heading: 'Behind a firewall',
    text: 'Set `HTTPS_PROXY` and allow port 443 to our three addresses. Inspection of encrypted traffic is not supported.',
  },
  {
    subject: 'Warn about clocks that run slow',
    heading: 'Clocks',
    text: 'More than two minutes of difference make signatures invalid. Use a time server; a phone without a SIM card often has none.',
  },
];
