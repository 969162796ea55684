export const parents = { Node: 'Reference' };
