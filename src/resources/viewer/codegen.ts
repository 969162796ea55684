export const parents = { Viewer: 'parent-types#Viewer' };
