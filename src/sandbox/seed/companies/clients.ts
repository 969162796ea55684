import type { OrganizationRow, Role } from '../../rows.ts';
import type { CompanySeed } from './company.ts';

/** A small organization: one of the customers of a freelance writer. */
interface Client {
  company: CompanySeed;
  /** The role of the writer; null is a guest. */
  role: Role | null;
}

type State = Partial<
  Pick<
    OrganizationRow,
    'type' | 'useCase' | 'plan' | 'billing' | 'trial' | 'blocked' | 'internal_billingMigration' | 'communityType'
  >
>;

/** The states of the clients' subscriptions, in rotation. Times are fixed. */
const states: readonly State[] = [
  { plan: 'team_2024', billing: { interval: 'monthly', hasPaymentFailed: false, isScheduledToCancel: false } },
  {
    plan: 'team_2024',
    trial: { status: 'inprogress', endDate: '2025-06-30T22:00:00.000Z' },
  },
  {
    plan: 'free_2024',
    trial: { status: 'expired', endDate: '2025-05-12T22:00:00.000Z', decision: 'downgrade' },
  },
  {
    plan: 'business_2023',
    billing: {
      interval: 'yearly',
      endDate: '2025-08-31T22:00:00.000Z',
      hasPaymentFailed: false,
      isScheduledToCancel: true,
    },
    internal_billingMigration: {
      deadline: '2025-09-30T22:00:00.000Z',
      discountPercent: 20,
      discountEndDate: '2026-09-30T22:00:00.000Z',
    },
  },
  {
    plan: 'team_2024',
    billing: { interval: 'monthly', hasPaymentFailed: true, isScheduledToCancel: false },
    blocked: { reason: 'payment' },
  },
  { plan: 'free_2024', type: 'community', useCase: 'openSource', communityType: 'education' },
  { plan: 'free_2024', blocked: { reason: 'security' } },
];

const names = (
  'Aldermoor Pumps,Birchway Legal,Calder Optics,Dunlin Insurance,Eskdale Analytics,Ferrant Robotics,Glasshouse Energy,' +
  'Hazel & Pike,Ironbark Mapping,Jetstream Travel,Kittiwake Health,Larkspur Homes,Mossgate Audio,Nightjar Security,' +
  'Oakum Shipping,Plover Payroll,Quillfeather Press,Redshank Games,Sandpiper Schools,Tansy Foods,Umber Studios,' +
  'Verdigris Metals,Whinchat Radio,Yellowhammer Tools,Zinnia Clinics,Ashlar Surveyors,Bramble Bank'
).split(',');

const roles: readonly (Role | null)[] = ['edit', 'create', 'comment', 'review', 'read', null];

export const clients: readonly Client[] = names.map((title, i) => {
  const slug = title.toLowerCase().replace(/[^a-z]+/g, '-');
  const domain = `${slug}.example`;
  return {
    role: roles[i % roles.length] ?? null,
    company: {
      organization: {
        title,
        emailDomains: i % 4 === 3 ? [] : [domain],
        ...(i % 3 === 0 ? { hostname: slug.slice(0, 32) } : {}),
        type: 'business',
        plan: 'free_2024',
        ...(i % 2 === 0 ? { logo: `https://files.inkwell.example/logos/${slug}.svg` } : {}),
        ...(i % 5 === 0 ? {} : { defaultRole: 'read' as const }),
        sso: false,
        ai: i % 2 === 0,
        inviteLinks: i % 3 !== 1,
        ...states[i % states.length],
      },
      domain,
      version: `${1 + (i % 4)}.${i % 7}`,
      members: 3,
      teams: [],
      collections: [],
      spaces: [{ title: `${title} Handbook`, kind: 'handbook', defaultLevel: 'edit' }],
      sites: [],
      specs: [],
      translations: [],
      samlProviders: [],
    },
  };
});
