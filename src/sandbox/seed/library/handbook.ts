import type { SpaceTemplate } from './template.ts';

export const handbook: SpaceTemplate = {
  emoji: '📚',
  files: [{ name: 'org-chart.pdf', contentType: 'application/pdf', size: 54_002 }],
  pages: [
    {
      title: '%product%: start here',
      emoji: '🌱',
      description: 'The pages that everyone reads in the first week.',
      markdown: `This is written by the people who do the work, and it is wrong in places. When you find one, open a change request; that is your first contribution.

## Who is who

The [chart](/file:org-chart.pdf) is updated on the first Monday of the month.`,
    },
    {
      title: 'First weeks',
      icon: 'seedling',
      markdown: `A plan for the first thirty days, by week.`,
      pages: [
        {
          title: 'Day one',
          markdown: `Your buddy meets you at ten. Until lunch you only set up your machine and meet people.

## Accounts

Sign in with single sign-on everywhere. If a service asks for a password, ask in the help channel before you invent one.`,
          pages: [
            {
              title: 'Set up your laptop',
              markdown: `Run the bootstrap script, then restart once. It installs the editor, the VPN and the certificates, in that order.

## It failed at the certificates

The clock of a new laptop is often wrong. Set it, run the script again, and tell {{ support_email }} if that wasn't it.`,
            },
          ],
        },
        {
          title: 'First change',
          markdown: `Pick an issue labelled *good first week*. It should be small enough to be merged by Friday.

## Reviews

Two people look at every change. They say what must change and what is only taste; you may ignore taste. How incidents are handled is in [on call](/page:on-call).`,
        },
      ],
    },
    {
      title: 'How we work',
      icon: 'users',
      markdown: `Habits that we decided on, with the reasons.`,
      pages: [
        {
          title: 'Meetings and writing',
          markdown: `A decision that affects two teams is written down before it is discussed.

## Agenda

A meeting without an agenda the day before is cancelled by whoever notices.

## Minutes

Three lines are enough: what was decided, by whom, until when.`,
        },
        {
          title: 'On call',
          emoji: '📟',
          markdown: `Rotations are one week, Tuesday to Tuesday.

## Hand-over

Fifteen minutes, by voice. Go through open alerts, then through [last week's incidents](/gone:incident-review-board). Related procedures are in [the runbooks](/space:next).

## Time off

Every night with a page gives a morning off. Take it the same week.`,
        },
      ],
    },
  ],
};
