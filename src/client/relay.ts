/** `getDataID` of Relay's environment: there is one viewer, whatever of it each query selects. Other types are as Relay itself has them. */
export function getDataID(record: Readonly<Record<string, unknown>>, typeName: string): unknown {
  if (typeName === 'Viewer') return 'client:root:viewer';
  return record.id;
}

/** What Relay tells a handler of a field that its store lacks. */
interface MissingField {
  readonly name: string;
}

/** `missingFieldHandlers` of Relay's environment: `node(id:)` finds a record that the store has. */
export const missingFieldHandlers = [
  {
    kind: 'linked' as const,
    handle(
      field: MissingField,
      parent: { getType(): string } | null | undefined,
      args: Readonly<Record<string, unknown>>,
    ) {
      const isNode = field.name === 'node' && parent?.getType() === '__Root' && typeof args.id === 'string';
      return isNode ? (args.id as string) : undefined;
    },
  },
];
