export const parents = {
  User: 'contract#User',
  SearchPage: 'contract#FoundPage',
  SearchSection: 'contract#SearchSection',
};
