export const parents = {
  SearchPage: '../shared/contract#FoundPage',
  SearchSection: '../shared/contract#SearchSection',
};
