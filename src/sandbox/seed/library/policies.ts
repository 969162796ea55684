import type { SpaceTemplate } from './template.ts';

export const policies: SpaceTemplate = {
  emoji: '🛡️',
  files: [{ name: 'data-classes.pdf', contentType: 'application/pdf', size: 210_455 }],
  pages: [
    {
      title: '%product%',
      emoji: '📜',
      description: 'The rules, and who may grant an exception.',
      markdown: `Each rule has an owner, a reason and a date on which it is looked at again. A rule without a reason can be challenged by anyone.

## Classes of data

[The table of classes](/file:data-classes.pdf) decides most questions. When two classes meet, the stricter one holds.`,
    },
    {
      title: 'Access',
      icon: 'lock',
      markdown: `Who gets into what, and for how long.`,
      pages: [
        {
          title: 'Joiners and leavers',
          markdown: `Access is granted by role on the first day and removed within one hour on the last.

## Reviews

Owners confirm the list of people every quarter. What is not confirmed is removed. Exceptions go to [exceptions](/page:exceptions).`,
          pages: [
            {
              title: 'Emergency access',
              markdown: `Two people together can open the sealed account. Every use is reviewed within a day, without blame. The form is [in the app](https://app.inkwell.example/forms/break-glass).`,
            },
          ],
        },
        {
          title: 'Devices',
          markdown: `Disks are encrypted, screens lock after five minutes, updates are installed within a week.

## Lost devices

Call the help desk first and {{ support_email }} second. A phone call at night is better than a mail in the morning.`,
        },
      ],
    },
    {
      title: 'Exceptions',
      markdown: `An exception names the rule, the risk, the owner and an end date of at most six months. The register moved from [its old place](/gone:exception-register) to [the neighbouring space](/space:next).`,
    },
  ],
};
