// Written by hand, as in programs without a contract module; the upstream knows only the contract's paths.

export const organizationsPath = (first: number) => `/v1/orgs?limit=${first}`;
export const organizationPath = (id: string) => `/v1/orgs/${id}`;
export const sitesPath = (organization: string, first: number) => `/v1/orgs/${organization}/sites?limit=${first}`;
export const sectionsPath = (organization: string, site: string, first: number) =>
  `/v1/orgs/${organization}/sites/${site}/sections?limit=${first}`;
export const spacePath = (id: string) => `/v1/spaces/${id}`;
export const changeRequestsPath = (space: string, first: number) =>
  `/v1/spaces/${space}/change-requests?limit=${first}`;
export const newChangeRequestPath = (space: string) => `/v1/spaces/${space}/change-requests`;
export const commentsPath = (space: string, changeRequest: string, first: number) =>
  `/v1/spaces/${space}/change-requests/${changeRequest}/comments?limit=${first}`;
export const repliesPath = (space: string, changeRequest: string, comment: string, first: number) =>
  `/v1/spaces/${space}/change-requests/${changeRequest}/comments/${comment}/replies?limit=${first}`;
