export const parents = {
  Content: "Reference<Entities['Space']> | Reference<Entities['ChangeRequest']>",
  Revision: "Reference<Entities['Revision']>",
  PageListItem: 'parent-types#ListedPage',
  PageLayout: 'contract#Layout',
  RevisionGit: 'contract#RevisionGit',
  PageCover: 'parent-types#CoverOfContent',
  PageComputed: 'contract#Computed',
  ReusableContent: 'contract#ReusableContent',
  Link: 'parent-types#LinkInContent',
  ContentReference: 'parent-types#ReferenceInContent',
};

export const connections = {
  Link: { item: '../links/contract#LinkReference', node: 'parent-types#LinkInContent' },
  ContentReference: { item: '../links/contract#ContentReference', node: 'parent-types#ReferenceInContent' },
};
