export const parents = {
  LinkStats: 'contract#LinkStats',
  BrokenLinkStats: 'contract#BrokenLinkStats',
  Link: 'contract#LinkReference',
  ContentReference: 'contract#ContentReference',
  ContentVersionContext: 'contract#VersionContext',
};

export const connections = {
  Link: { item: 'contract#LinkReference', node: 'contract#LinkReference' },
  ContentReference: { item: 'contract#ContentReference', node: 'contract#ContentReference' },
};
