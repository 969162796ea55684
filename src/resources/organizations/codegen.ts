export const parents = {
  OrganizationDefaultContent: "Reference<Entities['Organization']>",
  OrganizationBilling: 'contract#Billing',
  OrganizationTrial: 'contract#Trial',
  OrganizationBillingMigration: 'contract#BillingMigration',
  OrganizationPermissions: 'contract#OrganizationPermissions',
  SearchResult: 'contract#SearchResult',
};

export const connections = {
  SearchResult: { item: 'contract#SearchResult', node: 'contract#SearchResult' },
};
