export const parents = {
  LinkReference: 'contract#LinkReference',
  ContentReference: 'contract#ContentReference',
};

export const connections = {
  Link: { item: 'contract#LinkReference', node: 'contract#LinkReference' },
  ContentReference: { item: 'contract#ContentReference', node: 'contract#ContentReference' },
};
