export const parents = { CollectionPermissions: 'contract#CollectionPermissions' };
