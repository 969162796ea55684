export const parents = {
  LinkStats: 'contract#LinkStats',
  BrokenLinkStats: 'contract#BrokenLinkStats',
  ContentVersionContext: 'contract#VersionContext',
};
