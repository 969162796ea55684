import type { CompanySeed } from './company.ts';
import {
  depotCollection,
  depotNetwork,
  depotProviders,
  depotSites,
  depotSpecs,
  depotTranslations,
  partnerLinks,
  projectCollection,
} from './depots.ts';

/** A network of thirty depots, whose lists have several pages. */
export const vantage: CompanySeed = {
  organization: {
    title: 'Vantage Depot Network',
    emailDomains: ['vantagedepots.example'],
    hostname: 'vantage',
    type: 'business',
    useCase: 'internalDocs',
    defaultRole: 'comment',
    sso: true,
    ai: false,
    inviteLinks: true,
    plan: 'enterprise_2025',
    logo: 'https://files.inkwell.example/logos/vantage.svg',
    billing: {
      interval: 'yearly',
      endDate: '2026-01-31T23:00:00.000Z',
      hasPaymentFailed: false,
      isScheduledToCancel: false,
    },
    trial: { status: 'notapplicable' },
  },
  domain: 'vantagedepots.example',
  version: 'v3',
  members: 64,
  teams: ['Operations', 'Safety', 'Integration', 'Agencies'],
  teamOfAll: 'Everyone at Vantage',
  collections: [
    {
      title: 'Operations',
      description: 'What all depots have in common.',
      spaces: [
        { title: 'Network Runbooks', kind: 'runbooks', visibility: 'in-collection', activity: 'busy' },
        { title: 'Depot Manager Handbook', kind: 'handbook', visibility: 'in-collection', activity: 'talkative' },
        { title: 'Safety Policies', kind: 'policies', visibility: 'in-collection' },
        { title: 'Yard Management Guides', kind: 'guides', visibility: 'share-link' },
        { title: 'Yard Management API', kind: 'api', visibility: 'share-link' },
        { title: 'Yard Error Codes', kind: 'errors', visibility: 'unlisted' },
        { title: 'Yard Release Notes', kind: 'releases', visibility: 'in-collection' },
      ],
    },
    depotCollection,
    projectCollection,
  ],
  spaces: [],
  sites: [
    {
      title: 'Yard Management Preview',
      visibility: 'share-link',
      published: true,
      basename: 'preview',
      sections: [
        { title: 'Guides', icon: 'book', spaces: ['Yard Management Guides'] },
        { title: 'API', icon: 'plug', spaces: ['Yard Management API', 'Yard Error Codes'] },
      ],
      shareLinks: partnerLinks,
    },
    ...depotSites,
    depotNetwork,
  ],
  specs: ['yard-api', ...depotSpecs],
  specVersions: 62,
  translations: [{ title: 'Yard manuals', languages: ['nl', 'de'] }, ...depotTranslations],
  samlProviders: ['Vantage Workforce', ...depotProviders],
};
