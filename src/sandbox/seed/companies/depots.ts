import type { CollectionSeed, SectionSeed, SiteSeed, SpaceSeed } from './company.ts';

/** The depots of the network: each has a space, a team, an identity provider and a part of a site. */
const cities = (
  'Antwerp Bergen Bilbao Bologna Bremen Brno Cork Debrecen Gdańsk Ghent Gothenburg Graz Hamburg Kaunas Leipzig Lille ' +
  'Linz Lyon Malmö Nantes Nuremberg Oulu Porto Poznań Rotterdam Seville Szeged Tampere Turin Utrecht'
).split(' ');

const manualOf = (city: string) => `${city} Depot Manual`;

const depotSpaces: readonly SpaceSeed[] = cities.map((city, i) => ({
  title: manualOf(city),
  kind: i % 2 === 0 ? 'handbook' : 'runbooks',
  visibility: i % 5 === 4 ? 'unlisted' : 'in-collection',
  hasTeam: true,
}));

/** Labels of identity providers have at most 30 characters. */
export const depotProviders: readonly string[] = cities.slice(0, 26).map((city) => `${city} contractors`);

/** One small site for each depot, at the root level of which its manual is. */
export const depotSites: readonly SiteSeed[] = cities.slice(0, 26).map((city, i) => ({
  title: `${city} Depot`,
  visibility: i % 5 === 4 ? 'unlisted' : 'visitor-auth',
  published: i % 6 !== 5,
  basename: `depot-${i + 1}`,
  spaces: [manualOf(city)],
}));

/** A site with a group for each depot: its manual, and the safety rules that hold for all. */
export const depotNetwork: SiteSeed = {
  title: 'Depot Network',
  visibility: 'visitor-auth',
  published: true,
  features: [],
  sections: cities.flatMap((city): SectionSeed[] => [
    { title: `${city} operations`, icon: 'warehouse', group: city, spaces: [manualOf(city)] },
    { title: `${city} safety`, group: city, spaces: ['Safety Policies'] },
  ]),
};

const projects: readonly CollectionSeed[] = [
  { title: 'Project Kestrel', description: 'Electric vans in four cities.' },
  { title: 'Project Juniper', description: 'Lockers at railway stations.' },
  { title: 'Project Marlin', description: 'Night deliveries to pharmacies.' },
  { title: 'Project Saffron' },
  { title: 'Project Windlass', description: 'Scanning without holding a device.' },
  { title: 'Project Tern', description: 'Crossing the Baltic without paper.' },
  { title: 'Project Anvil' },
  { title: 'Project Foxglove', description: 'Returns that need no label.' },
  { title: 'Project Lodestar', description: 'One address register for all countries.' },
  { title: 'Project Quarry' },
  { title: 'Project Sextant', description: 'Arrival times that customers believe.' },
  { title: 'Project Thistle', description: 'Fewer empty kilometres in Scotland.' },
  { title: 'Project Undertow' },
  { title: 'Project Vellum', description: 'Digital consignment notes.' },
  { title: 'Project Willow', description: 'Cargo bikes inside the ring road.' },
  { title: 'Project Almanac', description: 'Planning for holidays in thirty regions.' },
  { title: 'Project Bellwether' },
  { title: 'Project Caravel', description: 'Sea containers in the same plan.' },
  { title: 'Project Driftwood', description: 'Packaging that comes back.' },
  { title: 'Project Equinox' },
  { title: 'Project Firebrick', description: 'Heat in loading bays.' },
  { title: 'Project Gantry', description: 'Cameras at the gate instead of papers.' },
  { title: 'Project Heron', description: 'Quiet unloading before six.' },
  { title: 'Project Inkwell' },
  { title: 'Project Jetty', description: 'Customs on the quay.' },
];

export const depotCollection: CollectionSeed = {
  title: 'Depots',
  description: 'One manual for each depot, written by its own people.',
  spaces: depotSpaces,
};

export const projectCollection: CollectionSeed = {
  title: 'Projects',
  description: 'Papers of projects that have ended or not yet begun.',
  collections: projects,
};

export const depotSpecs: readonly string[] = (
  'address-check admin-audit billing-export carrier-rates cold-chain consignment-notes customs-forms depot-capacity ' +
  'driver-hours fleet-telemetry fuel-cards geofences label-printing locker-access notification-hooks parcel-images ' +
  'partner-onboarding proof-of-delivery return-orders route-optimizer scanner-gateway slot-booking tariff-tables ' +
  'time-tracking toll-reports vehicle-checks'
).split(' ');

const languages = ['de', 'fr', 'nl', 'pl', 'cs', 'es', 'pt-PT', 'it', 'sv', 'fi', 'lt', 'hu'];

export const depotTranslations: readonly { title: string; languages: string[] }[] = cities
  .slice(0, 25)
  .map((city, i) => ({ title: `${city} signage`, languages: languages.slice(i % 9, (i % 9) + 1 + (i % 4)) }));

export const partnerLinks: readonly { name?: string; key: string; active: boolean }[] = (
  'Nordfjord Seafood,Altmark Dairies,Corso Ceramics,Brandt & Sohn,Vinos del Duero,Atelier Moreau,Polder Flowers,' +
  'Kvarn Bakeries,Baltic Timber,Rialto Glass,Harbour Books,Fennel & Fig,Tatra Outdoor,Lumen Lamps,Otter Toys,' +
  'Grand Canal Coffee,Sturm Bicycles,Maison Tilleul,Peak Dental,Rosewater Soaps,Vega Instruments,Wicker & Oak,' +
  'Yarrow Pharmacy,Zephyr Kites,Halyard Sails,Copperfield Clocks,Dovetail Furniture,Ember Stoves'
)
  .split(',')
  .map((name, i) => ({
    ...(i % 12 === 7 ? {} : { name }),
    key: `partner-${i + 4}k${(i * 7919 + 104_729) % 99_991}`,
    active: i % 4 !== 3,
  }));
