export const parents = {
  User: 'contract#User',
  SearchPage: 'contract#SearchPage',
  SearchSection: 'contract#SearchSection',
};
