import type { Random } from './random.ts';

const people = ['Ada Bergström', 'Bruno Keller', 'Chiara Rossi', 'Daniel Okafor', 'Emi Tanaka', 'Farid Haddad'];
const topics = ['Billing', 'Webhooks', 'Getting started', 'Permissions', 'Imports', 'Mobile app', 'Release notes'];
const verbs = ['Explain', 'Shorten', 'Correct', 'Add pictures to', 'Move', 'Translate'];
const sentences = [
  'Could we say what the reader sees in the app at this point?',
  'The second paragraph repeats what the **limits** page says; one of the two will be wrong soon.',
  'I tried the command on a fresh machine and it stops at `npm ci` with a message about the lock file.',
  '"As soon as possible" is nothing that we can promise – either a number or no sentence at all.',
  'See [the guide for administrators](https://docs.example.com/guides/admins#roles) for the same in other words.',
  'Units belong into the head of the table, not into every cell.',
  'Support got three questions about exactly this last week.',
  'Done, and I moved the note to the end of the section.',
];

export function personName(random: Random): string {
  return random.pick(people);
}

export function topic(random: Random): string {
  return random.pick(topics);
}

export function subject(random: Random): string {
  return `${random.pick(verbs)} the chapter about ${topic(random).toLowerCase()}`;
}

/** Markdown of that many sentences, some of them as a list. */
export function markdown(random: Random, count: number): string {
  const chosen = Array.from({ length: count }, () => random.pick(sentences));
  return count > 3 ? chosen.map((sentence) => `- ${sentence}`).join('\n') : chosen.join(' ');
}
