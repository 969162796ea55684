export const parents = {
  OpenApiSpecContent: 'contract#OpenApiSpecContent',
  OpenApiSpecPermissions: 'contract#OpenApiSpecPermissions',
};
