export const parents = { SpacePermissions: 'contract#SpacePermissions' };

export const connections = {
  SpaceSearch: { item: '../shared/contract#SearchPage', node: '../shared/contract#FoundPage' },
};
