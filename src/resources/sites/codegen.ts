export const parents = {
  PublishedSite: 'parent-types#Published',
  SiteAdaptiveSchema: 'contract#AdaptiveSchema',
  SiteFeature: 'records#SiteFeature',
  SiteIcon: 'records#SiteIcon',
  SiteTemplateCondition: 'contract#TemplateCondition',
};
