import { times } from './attacks.ts';

const scalars = 'id restId title createdAt hostname';

/** Sites of an organization of sites …: 17 fields in three levels, each time. */
export const sitesOfOrganization = (times: number): string =>
  `${scalars} plan sites { nodes { ${scalars} type basename visibility ${times === 1 ? '' : `organization { ${sitesOfOrganization(times - 1)} }`} } }`;

/** Some 9,000 fields of one organization in 100 kB. */
export const fieldsOfOrganization = times(
  48,
  (i) => `a${i}: sites { nodes { organization { ${sitesOfOrganization(11)} } } }`,
);
