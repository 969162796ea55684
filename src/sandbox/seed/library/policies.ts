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

[The table of classes](/file:data-classes.pdf) decides most questions. When two classes meet, the stricter one holds.

## How a rule is written

A rule says who must do what, by when, and how anyone can see that it was done. A text that cannot be checked is advice and belongs in the handbook. Each rule has a number that never changes, so that contracts and audits can refer to it.

## How a rule changes

Anyone proposes, the owner decides, and the change is announced two weeks before it holds. Urgent changes hold at once and are looked at again after thirty days, without exception. Rules that made sense once and do no longer are removed in the same way; the last review removed eleven of sixty.

## If you break one

Tell the owner, on the same day if you can. Accidents that are reported have no consequences for the person. What we want to know is why the wrong way was easier than the right one.`,
    },
    {
      title: 'Access',
      icon: 'lock',
      markdown: `Who gets into what, and for how long.

## Principles

Access follows the role, not the person. Nobody has access because they once needed it, or because they are senior. A founder who does not work on the billing system cannot read it, and this has been useful more than once.

Access that changes something is granted for a time. Reading may be permanent, writing to production is opened for an hour, and deleting needs two people. Each opening is logged with its reason, and the log can be read by everyone in the company.

## Roles and systems

The list of roles is short on purpose: engineer, support, planner, finance, people, guest. A new role needs the agreement of the security team, because every role has to be reviewed each quarter. A person may have two roles, not three.

## How to ask

Ask in the access channel, with the system and the reason. The owner answers within one working day. If you need it sooner because something is on fire, use [emergency access](/page:emergency-access) and say so afterwards. Access for machines is asked for in the same place and has a person as its owner.`,
      pages: [
        {
          title: 'Joiners and leavers',
          markdown: `Access is granted by role on the first day and removed within one hour on the last.

## Reviews

Owners confirm the list of people every quarter. What is not confirmed is removed. Exceptions go to [exceptions](/page:exceptions).

## First day

The people team enters the new colleague in the directory before nine, with one role. Everything else follows from the role by itself: accounts, groups, the door. If something is missing at ten, it is a mistake in the role and not in the person, so report it and do not add it by hand.

## Changes of team

When somebody changes teams, the old role ends after fourteen days, so that work can be handed over. The lead of the old team may shorten this time, never extend it.

## Last day

Sessions are ended, tokens revoked and devices locked at the agreed hour. Documents and calendars go to the lead. Personal mail is forwarded by nobody; an automatic answer names the new contact for ninety days. The door closes at the same hour, and the goodbye takes place before.`,
          pages: [
            {
              title: 'Emergency access',
              markdown: `Two people together can open the sealed account. Every use is reviewed within a day, without blame. The form is [in the app](https://app.inkwell.example/forms/break-glass).

## When it is allowed

When the usual way is itself broken, or when waiting for an owner would do more harm than the access. Being in a hurry is no emergency. Customers who cannot work are one.

## How it works

Two people who are both on call open the form and confirm each other. The sealed account is valid for two hours, on one system, and records the screen. It cannot create other accounts. When the time is over, it ends by itself, even in the middle of a command; so write down where you are after ninety minutes.

## The review

The security team watches the recording on the next working day together with those who used the access. It takes half an hour. Three questions are asked: was it needed, was it enough, and what would have made it unnecessary? The answers are published inside the company. Last year there were nine uses, and five of them led to a change that made the next one superfluous.`,
            },
          ],
        },
        {
          title: 'Devices',
          markdown: `Disks are encrypted, screens lock after five minutes, updates are installed within a week.

## Lost devices

Call the help desk first and {{ support_email }} second. A phone call at night is better than a mail in the morning.

## Which devices

Only devices that the company manages may hold customers' data. A private phone may be used for sign-in and for messages, if it has a screen lock and current updates. A private computer may be used for nothing, not even once, not even during a move.

## Travel

Take the laptop as hand luggage. Switch it off, not to sleep, before a border. For some countries we lend empty devices; the list is in the directory, and the help desk needs two days.

## Repair and return

Give a device to nobody but the help desk, even if the repair is free elsewhere. Disks are erased before a device leaves the building and destroyed if they cannot be erased. You get a receipt; keep it for a year, because customers do ask.`,
        },
      ],
    },
    {
      title: 'Exceptions',
      markdown: `An exception names the rule, the risk, the owner and an end date of at most six months. The register moved from [its old place](/gone:exception-register) to [the neighbouring space](/space:next).

## How to ask

Write half a page: which rule, why it cannot be followed, what could go wrong, what you do to make that less likely, and when it ends. The owner of the rule decides within five working days. No answer means no.

## Who decides

| risk | decided by |
|---|---|
| one team, no personal data | the owner of the rule |
| several teams, or personal data | the owner and the security team |
| customers' data, or money | the board |

## What happens at the end

Two weeks before the end the owner of the exception gets a message. It can be extended once. A second extension means that the rule is wrong, or that nobody is working on the reason, and both are discussed in the quarterly review. Exceptions that have ended stay in the register for three years with their outcome. Auditors read them first, and a register without any exceptions would worry them more than a long one.`,
    },
  ],
};
