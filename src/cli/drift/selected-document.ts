import {
  type DocumentNode,
  type GraphQLCompositeType,
  GraphQLError,
  type GraphQLSchema,
  isAbstractType,
  isObjectType,
  Kind,
  parse,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { type Entity, entityNamed, readsOf } from '../../engine/contract/entity.ts';
import type { Operation } from '../../engine/contract/operation.ts';
import { definitionOf } from '../../engine/fields/field-definitions.ts';
import type { FieldSpec } from '../../engine/fields/spec.ts';
import { readManifests } from '../../server/trusted-documents/read-manifests.ts';
import { DocumentError } from './document-error.ts';

/** What a GraphQL document of a manifest depends on. */
export interface SelectedDocument {
  /** Its operation's name and its id. */
  readonly name: string;
  /** The fields that it selects: `Space.title`. For a field of an interface, those of all types. */
  readonly fields: ReadonlySet<string>;
  /** The REST operations that it may call. */
  readonly operations: ReadonlySet<Operation>;
}

/** Most tokens of one document. */
const maxTokens = 100_000;

/** Reads the documents of a manifest, or of the manifests in a folder. Throws a DocumentError for one that cannot be parsed. */
export async function readSelections(path: string, schema: GraphQLSchema): Promise<SelectedDocument[]> {
  const documents = await readManifests(path);
  return documents.map(({ id, text, file }) => selectionsOf(id, parsed(text, id, file), schema));
}

function parsed(text: string, id: string, file: string): DocumentNode {
  try {
    return parse(text, { noLocation: true, maxTokens });
  } catch (error) {
    const reason = error instanceof GraphQLError ? error.message : 'It is nested too deeply.';
    throw new DocumentError(`${file}: The document ${JSON.stringify(id.slice(0, 100))} cannot be parsed. ${reason}`);
  }
}

function selectionsOf(id: string, document: DocumentNode, schema: GraphQLSchema): SelectedDocument {
  const fields = new Set<string>();
  const operations = new Set<Operation>();
  const typeInfo = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(typeInfo, {
      Field: ({ name }) => {
        for (const type of objectTypesOf(typeInfo.getParentType(), schema)) {
          const field = type.getFields()[name.value];
          const spec = field && definitionOf(field)?.spec;
          if (field === undefined || spec === undefined) continue;
          fields.add(`${type.name}.${field.name}`);
          for (const operation of operationsOf(spec)) operations.add(operation);
          for (const operation of payloadReads(type.name, field.type.toString())) operations.add(operation);
        }
      },
    }),
  );
  const named = document.definitions.find(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  const name = named?.kind === Kind.OPERATION_DEFINITION ? named.name?.value : undefined;
  return { name: name === undefined ? id : `${name} (${shortId(id)})`, fields, operations };
}

const shortId = (id: string) => (id.length > 16 ? `${id.slice(0, 12)}…` : id);

function objectTypesOf(type: GraphQLCompositeType | null | undefined, schema: GraphQLSchema) {
  if (isObjectType(type)) return [type];
  return isAbstractType(type) ? schema.getPossibleTypes(type) : [];
}

/** The operations that a field may call, with the lists that hold the records which it refers to. */
function operationsOf(spec: FieldSpec): readonly Operation[] {
  const entities: readonly Entity[] =
    spec.kind === 'toOne' ? spec.entities : spec.kind === 'lookup' ? [spec.entity] : [];
  return [...spec.operations, ...entities.flatMap(({ lists }) => lists)];
}

/** A write's payload may refer to records that the write does not return: they are then read. */
function payloadReads(parent: string, type: string): readonly Operation[] {
  const entity = parent.endsWith('Payload') ? entityNamed(type.replace(/[[\]!]/g, '')) : undefined;
  return entity === undefined ? [] : readsOf(entity);
}
