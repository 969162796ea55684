export const parents = { TeamMemberPermissions: 'contract#TeamMemberPermissions' };
