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

The [chart](/file:org-chart.pdf) is updated on the first Monday of the month.

## What is written down here

Decisions with their reasons, procedures that more than one person needs, and names of those who know more. What is not written down: opinions about products, plans that may change within a month, and anything about individual people. If you look for one of these, ask; the answer will be a conversation and not a link.

## How pages stay true

Every page has an owner in its last section or, where there is none, the team that wrote it. Owners read their pages once a quarter and either confirm or change them. A page that nobody has confirmed for two quarters gets a grey banner, and after four it is deleted. Nothing is lost by this; the history remembers.

## Language

We write English because no two of our offices share another language. Short sentences help everyone. Do not correct the style of others unless the meaning is unclear.`,
    },
    {
      title: 'First weeks',
      icon: 'seedling',
      markdown: `A plan for the first thirty days, by week.

## Week one: arrive

Meet people, get access, read these pages. Nobody expects a result. Write down everything that surprises you, on paper if you like; at the end of the week you talk about the list with your buddy, and at least one item usually becomes a change to this handbook.

## Week two: watch

Sit beside three people from other teams for half a day each. One of them should talk to customers. You choose whom, your buddy makes the appointments. Join the hand-over of the people on call once, as a listener.

## Week three: do

Make [your first change](/page:first-change) and follow it until it has reached somebody outside. Small is fine. The point is to have gone the whole way once, through every gate, while everybody still expects you to ask.

## Week four: decide

Together with your lead, choose what you work on for the next quarter. Also decide which of your meetings you will not attend again. A talk about the first month takes place on the last Friday, and its only fixed question is: what would you have liked to know on day one?`,
      pages: [
        {
          title: 'Day one',
          markdown: `Your buddy meets you at ten. Until lunch you only set up your machine and meet people.

## Accounts

Sign in with single sign-on everywhere. If a service asks for a password, ask in the help channel before you invent one.

## Equipment

Your laptop, a screen and a chair wait at your desk, or at your door if you work from home. If something is missing, order it yourself; up to 300 euros nobody has to agree. Keep the box of the laptop for a year.

## Lunch

Your team takes you to lunch, in person or with a delivered meal in front of the camera. There is no agenda. People from other teams are welcome.

## The afternoon

Read three pages of this handbook and correct one thing in them. It may be a comma. Everyone has done this on the first day, including the founders when they moved offices.

## Before you go home

Tell your buddy one thing that went well and one that did not. Then switch off. Nobody answers messages on the evening of the first day.`,
          pages: [
            {
              title: 'Set up your laptop',
              markdown: `Run the bootstrap script, then restart once. It installs the editor, the VPN and the certificates, in that order.

## It failed at the certificates

The clock of a new laptop is often wrong. Set it, run the script again, and tell {{ support_email }} if that wasn't it.

## What the script does not do

It does not sign you in anywhere, does not copy files from an old laptop, and does not install what only one team needs. Each team has a short list of its own; your buddy has the link.

## Keep it running

Updates are installed at lunch time. If you need to delay one, you can do so three times. Disks are encrypted from the first start, so write the recovery key into the password manager before you do anything else. A laptop without a recovery key has to be erased when its board fails, and boards do fail.

## Your own preferences

Change whatever you like: editor, shell, colours, keyboard. Keep the VPN, the certificates and the disk encryption as they are. If you build something that others might want, put it into the repository of small tools; half of what is there began on somebody's first day.`,
            },
          ],
        },
        {
          title: 'First change',
          markdown: `Pick an issue labelled *good first week*. It should be small enough to be merged by Friday.

## Reviews

Two people look at every change. They say what must change and what is only taste; you may ignore taste. How incidents are handled is in [on call](/page:on-call).

## Before you write code

Read the issue, and write one sentence in it about what you are going to do. Somebody will tell you if it is a bad idea, which takes five minutes now and two days later. If nobody answers within an hour, begin.

## While you work

Push early, even if nothing works yet. Ask after half an hour of being stuck, not after half a day. The question does not need to be a good one.

## After the merge

Your change reaches the test depots at once and everyone else on Tuesday. Watch its numbers on the first day; the dashboard of the team has a line for each change. If something breaks, undo first and look for the reason afterwards. Undoing is one click, needs no permission, and is never held against anyone. Then tell the person who reported the issue that it is done, in their words and not in ours.`,
        },
      ],
    },
    {
      title: 'How we work',
      icon: 'users',
      markdown: `Habits that we decided on, with the reasons.

## Small teams

A team has four to seven people and everything that it needs to finish its work: no other team has to be asked before something reaches a customer. Where this is not true yet, the team writes down whom it waits for, and the list is read by the leads every month.

## One list

Each team has one list of work, in order. New work is put where it belongs in the list, which usually means that something else moves down, in plain sight. Work that is not on the list is not done, with the exception of fires, and fires are written down afterwards.

## Quiet hours

Mornings until eleven belong to work that needs concentration. No meetings, no expectations of an answer. The support rotation is exempt and swaps every week, so that everyone has three quiet weeks out of four.

## Disagreement

Say it once, clearly, with your reason. If the decision goes the other way, help to make it work; if it fails, say nothing about having been right. [Meetings and writing](/page:meetings-and-writing) has the rest.`,
      pages: [
        {
          title: 'Meetings and writing',
          markdown: `A decision that affects two teams is written down before it is discussed.

## Agenda

A meeting without an agenda the day before is cancelled by whoever notices.

## Minutes

Three lines are enough: what was decided, by whom, until when.

## Who attends

Invite those who decide and those who do the work. Everyone else reads the minutes. Leaving a meeting that does not need you is polite; nobody has to explain it. More than seven people decide nothing, so split the question or the meeting.

## Decisions

A proposal fits on one page: the question, two or three ways to answer it, the one that you would choose, and what would change your mind. Give people two working days to comment. Silence is agreement, and the page says so. The author decides after that, or names the person who does.

## Messages

Write to channels instead of people, because somebody else has the same question. Begin with the point. A message that needs more than three paragraphs is a page. Do not greet and wait; ask at once, and the answer may be there when you come back.`,
        },
        {
          title: 'On call',
          emoji: '📟',
          markdown: `Rotations are one week, Tuesday to Tuesday.

## Hand-over

Fifteen minutes, by voice. Go through open alerts, then through [last week's incidents](/gone:incident-review-board). Related procedures are in [the runbooks](/space:next).

## Time off

Every night with a page gives a morning off. Take it the same week.

## What you are expected to do

Acknowledge a page within five minutes, start working on it within fifteen, and get help whenever you feel like it. Nobody has ever been criticised for waking a colleague; two people have been asked why they did not. The runbook of the alert has the first steps, and following them without understanding them is fine at three in the morning.

## What you are not expected to do

Find the cause. Fix it for good. Work through the night. If the system is stable, go to bed and leave a note; the team looks at it in the morning.

## Pay and limits

Each week on call is paid, whether or not anything happens. You are on call at most one week in four, and never in the week after a holiday. Two nights with pages in one week end the rotation early, and the lead takes over.`,
        },
      ],
    },
  ],
};
