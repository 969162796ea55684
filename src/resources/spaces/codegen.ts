export const parents = { SpacePermissions: 'contract#SpacePermissions' };

export const connections = {
  SearchPage: { item: '../shared/contract#SearchPage', node: '../shared/contract#FoundPage' },
};
