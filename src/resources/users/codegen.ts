export const parents = { User: '../shared/contract#User' };
