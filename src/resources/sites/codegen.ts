export const parents = {
  PublishedSite: 'parent-types#Published',
  SiteAdaptiveSchema: 'contract#AdaptiveSchema',
  SiteAdaptiveContent: 'records#AdaptiveContent',
  SiteAds: 'records#SiteAds',
  SiteFeature: 'records#SiteFeature',
  SiteIcon: 'records#SiteIcon',
  SiteTemplateCondition: 'contract#TemplateCondition',
};
