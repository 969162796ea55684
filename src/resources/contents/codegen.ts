export const parents = {
  Content: "Reference<Entities['Space']> | Reference<Entities['ChangeRequest']>",
  Revision: "Reference<Entities['Revision']>",
  PageListItem: 'parent-types#ListedPage',
  PageLayout: 'contract#Layout',
  RevisionGit: 'contract#RevisionGit',
  PageCover: 'parent-types#CoverOfContent',
  PageComputed: 'contract#Computed',
  ReusableContent: 'contract#ReusableContent',
};
