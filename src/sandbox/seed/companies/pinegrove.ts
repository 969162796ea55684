import type { CompanySeed } from './company.ts';

/** A maker of water sensors: a cloud product, laboratory protocols, and partners. */
export const pinegrove: CompanySeed = {
  organization: {
    title: 'Pinegrove Instruments',
    emailDomains: ['pinegrove.example', 'tidewater.example'],
    hostname: 'pinegrove',
    type: 'business',
    useCase: 'internalDocs',
    defaultRole: null,
    sso: false,
    ai: false,
    inviteLinks: true,
    plan: 'team_2024',
    logo: 'https://files.inkwell.example/logos/pinegrove.svg',
    billing: {
      interval: 'yearly',
      endDate: '2025-06-30T22:00:00.000Z',
      hasPaymentFailed: false,
      isScheduledToCancel: false,
    },
    trial: { status: 'inprogress', endDate: '2025-06-30T22:00:00.000Z', decision: 'downgrade' },
  },
  domain: 'pinegrove.example',
  version: '4.2',
  members: 11,
  teams: ['Field Science', 'Cloud'],
  collections: [
    {
      title: 'Tidewater',
      description: 'The cloud that collects what the probes measure.',
      spaces: [
        { title: 'Tidewater Cloud Guides', kind: 'guides', visibility: 'public' },
        { title: 'Tidewater Cloud API', kind: 'api', visibility: 'public', repository: 'pinegrove/tidewater-api-docs' },
        { title: 'Tidewater Release Notes', kind: 'releases', visibility: 'public' },
      ],
    },
    {
      title: 'Science',
      description: 'How we measure, and why the numbers can be trusted.',
      collections: [
        {
          title: 'Field work',
          spaces: [
            { title: 'Fathom Probe Field Manual', kind: 'protocols', visibility: 'public' },
            { title: 'Calibration Procedures', kind: 'protocols', visibility: 'in-collection', editMode: 'live' },
          ],
        },
      ],
      spaces: [
        { title: 'Laboratory Protocols', kind: 'protocols', visibility: 'in-collection' },
        { title: 'Data Retention Policies', kind: 'policies', visibility: 'private', defaultLevel: 'read' },
      ],
    },
  ],
  spaces: [{ title: 'Team Handbook', kind: 'handbook', visibility: 'private' }],
  sites: [
    {
      title: 'Tidewater Documentation',
      visibility: 'public',
      published: true,
      sections: [
        {
          title: 'Cloud',
          icon: 'cloud',
          group: 'Software',
          spaces: ['Tidewater Cloud Guides', 'Tidewater Release Notes'],
        },
        { title: 'API', icon: 'code', group: 'Software', spaces: ['Tidewater Cloud API'] },
        { title: 'Field work', icon: 'droplet', spaces: ['Fathom Probe Field Manual', 'Calibration Procedures'] },
      ],
    },
    {
      title: 'Lab Manual',
      visibility: 'unlisted',
      published: false,
      spaces: ['Laboratory Protocols', 'Team Handbook'],
    },
  ],
  specs: ['tidewater-cloud'],
  translations: [{ title: 'Field manuals', languages: ['nb', 'fi', 'es-CL'] }],
  samlProviders: ['Pinegrove ID'],
};
