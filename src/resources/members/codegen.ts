export const connections = {
  MemberSpace: { item: 'contract#MemberSpace', node: "Reference<Entities['Space']> | null" },
  MemberTeam: { item: 'contract#MemberTeam', node: "Reference<Entities['Team']> | null" },
};
