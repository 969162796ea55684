export const parents = {
  OrganizationDefaultContent: "Reference<Entities['Organization']>",
  SearchResult: 'contract#SearchResult',
};

export const connections = {
  OrganizationSearch: { item: 'contract#SearchResult', node: 'contract#SearchResult' },
};
