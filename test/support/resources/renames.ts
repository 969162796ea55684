/** GraphQL names of REST properties, whatever record they are in. */
const names: Readonly<Record<string, string>> = {
  photoURL: 'photoUrl',
  sourceURL: 'sourceUrl',
  downloadURL: 'downloadUrl',
  ssoURL: 'ssoUrl',
  acsURL: 'acsUrl',
  startURL: 'startUrl',
  entityID: 'entityId',
  noIndex: 'isExcludedFromIndex',
  noRobotsIndex: 'isExcludedFromRobotsIndex',
  createdByService: 'isCreatedByService',
  submittable: 'isSubmittable',
  enabled: 'isEnabled',
  blocked: 'block',
  endDate: 'endsAt',
  discountEndDate: 'discountEndsAt',
  deadline: 'dueAt',
};

/** Flags whose names say more than `can` and the REST name. */
const permissionNames: Readonly<Record<string, string>> = {
  admin: 'canAdminister',
  createOpenAPISpec: 'canCreateOpenApiSpec',
};

const flagName = (verb: string, name: string) => `${verb}${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;

/** Objects whose flags are renamed by a rule: `permissions.edit` is `permissions.canEdit`. */
const flags: Readonly<Record<string, (name: string) => string>> = {
  permissions: (name) => permissionNames[name] ?? flagName('can', name),
  layout: (name) => (name === 'coverSize' ? name : flagName('has', name)),
};

/** A copy of a REST record with the names that GraphQL gives its properties, at any depth. */
export function renamed(record: object): Record<string, unknown> {
  return entriesOf(record, (name) => names[name] ?? name);
}

function entriesOf(record: object, nameOf: (name: string) => string): Record<string, unknown> {
  const entries = Object.entries(record).map(([name, value]) => [nameOf(name), renamedValue(name, value)]);
  return Object.fromEntries(entries);
}

function renamedValue(name: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => renamedValue('', item));
  if (typeof value !== 'object' || value === null) return value;
  const flagNameOf = flags[name];
  return flagNameOf === undefined ? renamed(value) : entriesOf(value, flagNameOf);
}
