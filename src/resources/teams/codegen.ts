export const parents = { TeamPermissions: 'records#TeamPermissions' };
