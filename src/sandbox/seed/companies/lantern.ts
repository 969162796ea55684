import type { CompanySeed } from './company.ts';

/** A community project without money: everything is public. */
export const lantern: CompanySeed = {
  organization: {
    title: 'Open Lantern Foundation',
    emailDomains: ['openlantern.example'],
    hostname: 'open-lantern',
    type: 'community',
    useCase: 'openSource',
    communityType: 'nonProfit',
    defaultRole: 'comment',
    sso: false,
    ai: true,
    inviteLinks: false,
    plan: 'free_2024',
    logo: 'https://files.inkwell.example/logos/lantern.svg',
    trial: { status: 'notapplicable' },
  },
  domain: 'openlantern.example',
  version: '0.19',
  members: 8,
  teams: ['Maintainers'],
  collections: [
    {
      title: 'Lantern',
      description: 'The tool, its plugins and its people.',
      spaces: [
        { title: 'Lantern CLI', kind: 'community', visibility: 'public', repository: 'open-lantern/docs' },
        { title: 'Lantern Plugins', kind: 'community', visibility: 'public' },
        { title: 'Lantern Report API', kind: 'api', visibility: 'public' },
        { title: 'Contributor Guide', kind: 'handbook', visibility: 'public' },
      ],
    },
  ],
  spaces: [{ title: 'Governance', kind: 'policies', visibility: 'public' }],
  sites: [
    {
      title: 'Lantern Documentation',
      ads: { status: 'pending', submittable: true },
      visibility: 'public',
      published: true,
      sections: [
        { title: 'Use Lantern', icon: 'terminal', spaces: ['Lantern CLI', 'Lantern Plugins'] },
        { title: 'Extend Lantern', icon: 'puzzle-piece', spaces: ['Lantern Report API'] },
        { title: 'Community', icon: 'heart', spaces: ['Contributor Guide', 'Governance'] },
      ],
    },
  ],
  specs: ['report-api'],
  translations: [],
  samlProviders: [],
};
