import type { CompanySeed } from './company.ts';

/** A logistics company: three products, an engineering handbook, and the company's own pages. */
export const halcyon: CompanySeed = {
  organization: {
    title: 'Halcyon Freight Systems',
    emailDomains: ['halcyonfreight.example'],
    hostname: 'halcyon',
    type: 'business',
    useCase: 'productDocs',
    defaultRole: 'read',
    sso: true,
    ai: true,
    inviteLinks: true,
    plan: 'enterprise_2025',
    customHostname: 'docs.halcyonfreight.example',
    logo: 'https://files.inkwell.example/logos/halcyon.svg',
    billing: { interval: 'monthly', hasPaymentFailed: false, isScheduledToCancel: false },
    trial: { status: 'notapplicable' },
    internal_billingMigration: { deadline: '2025-12-31T23:00:00.000Z' },
  },
  domain: 'halcyonfreight.example',
  version: 'v2',
  members: 18,
  teams: ['Technical Writing', 'Dispatch Engineering', 'Platform', 'Partner Reviewers'],
  collections: [
    {
      title: 'Product documentation',
      description: 'Everything that customers read.',
      collections: [
        {
          title: 'Dispatch',
          description: 'Route planning for depots of every size.',
          spaces: [
            {
              title: 'Dispatch Guides',
              kind: 'guides',
              visibility: 'public',
              repository: 'halcyon/dispatch-docs',
              activity: 'talkative',
            },
            { title: 'Dispatch API', kind: 'api', visibility: 'public' },
            { title: 'Dispatch Release Notes', kind: 'releases', visibility: 'public' },
          ],
        },
        {
          title: 'Beacon',
          description: 'Tracking for vehicles and parcels.',
          spaces: [
            { title: 'Beacon SDK for Android', kind: 'sdk', visibility: 'public' },
            { title: 'Beacon SDK for iOS', kind: 'sdk', visibility: 'public' },
            { title: 'Beacon Release Notes', kind: 'releases', visibility: 'public' },
          ],
        },
        {
          title: 'Ledger',
          description: 'Invoices, tariffs and settlements.',
          spaces: [
            { title: 'Ledger Guides', kind: 'guides', visibility: 'share-link' },
            { title: 'Ledger API', kind: 'api', visibility: 'share-link' },
          ],
        },
      ],
    },
    {
      title: 'Engineering',
      description: 'How we build and run things.',
      spaces: [
        { title: 'Engineering Onboarding', kind: 'handbook', visibility: 'in-collection' },
        { title: 'Incident Runbooks', kind: 'runbooks', visibility: 'in-collection' },
        { title: 'Architecture Decisions', kind: 'handbook', visibility: 'in-collection' },
      ],
      collections: [
        {
          title: 'Platform',
          spaces: [
            { title: 'Kubernetes Platform', kind: 'runbooks', visibility: 'in-collection' },
            { title: 'Observability', kind: 'runbooks', visibility: 'in-collection' },
            { title: 'Internal Service API', kind: 'api', visibility: 'private' },
          ],
        },
      ],
    },
    {
      title: 'Company',
      description: 'People, rules and the words we use.',
      defaultLevel: 'comment',
      spaces: [
        { title: 'People Handbook', kind: 'handbook', visibility: 'in-collection' },
        { title: 'Driver App (retired)', kind: 'sdk', visibility: 'in-collection', deletedDaysAgo: 3 },
        { title: 'Security Policies', kind: 'policies', visibility: 'private', editMode: 'locked' },
        { title: 'Privacy Policies', kind: 'policies', visibility: 'in-collection' },
        { title: 'Fleet Pilot 2023', kind: 'guides', visibility: 'in-collection', deletedDaysAgo: 20 },
      ],
    },
  ],
  spaces: [{ title: 'Partner Integration Kit', kind: 'api', visibility: 'visitor-auth' }],
  sites: [
    {
      title: 'Halcyon Docs',
      visibility: 'public',
      published: true,
      hostname: 'docs.halcyonfreight.example',
      adaptive: true,
      sections: [
        {
          title: 'Dispatch',
          icon: 'route',
          description: 'Plan, publish and follow routes.',
          group: 'Products',
          spaces: ['Dispatch Guides', 'Dispatch Release Notes'],
        },
        {
          title: 'Beacon',
          icon: 'location-dot',
          description: 'Positions from vehicles and parcels.',
          group: 'Products',
          spaces: ['Beacon SDK for Android', 'Beacon SDK for iOS', 'Beacon Release Notes'],
        },
        { title: 'API Reference', icon: 'code', group: 'Developers', spaces: ['Dispatch API'] },
        {
          title: 'Partner APIs',
          icon: 'handshake',
          group: 'Developers',
          condition: 'visitor.claims.unsigned.isPartner == true',
          spaces: ['Partner Integration Kit', 'Ledger API'],
        },
      ],
    },
    {
      title: 'Ledger Early Access',
      visibility: 'share-link',
      published: true,
      basename: 'ledger',
      sections: [
        { title: 'Guides', icon: 'book', spaces: ['Ledger Guides'] },
        { title: 'API', icon: 'plug', spaces: ['Ledger API'] },
      ],
      shareLinks: [
        { name: 'Pilot customers', key: 'pilot-7Qm2xVt9RkLd', active: true },
        { name: 'Auditors', key: 'audit-4HnWcZ8sYpBe', active: true },
        { name: 'Trade fair in March', key: 'fair-T5gJb3uXqMa6', active: false },
      ],
    },
    {
      title: 'Engineering Handbook',
      visibility: 'visitor-auth',
      published: true,
      proxy: 'www.halcyonfreight.example/engineering',
      sections: [
        { title: 'Onboarding', icon: 'seedling', spaces: ['Engineering Onboarding', 'Architecture Decisions'] },
        { title: 'Operations', icon: 'gauge', spaces: ['Incident Runbooks', 'Kubernetes Platform', 'Observability'] },
        { title: 'Policies', icon: 'shield', spaces: ['Security Policies', 'Privacy Policies'] },
      ],
    },
  ],
  specs: ['dispatch-api', 'ledger-api', 'beacon-ingest'],
  translations: [
    { title: 'Product documentation', languages: ['de', 'fr', 'ja'] },
    { title: 'Driver apps', languages: ['pl', 'es', 'pt-BR', 'tr'] },
  ],
  samlProviders: ['Halcyon Workforce', 'Contractors'],
};
