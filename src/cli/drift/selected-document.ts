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
import { definitionOf, type Endpoint, type FieldKind, readsOf } from '../../engine/engine.ts';
import { restContract } from '../../resources/contract.ts';
import { readManifests } from '../../server/admission/trusted-documents/read-manifests.ts';
import { usageError } from '../exit.ts';

/** What a GraphQL document of a manifest depends on. */
export interface SelectedDocument {
  /** Its operation's name and its id. */
  readonly name: string;
  /** The fields that it selects: `Space.title`. For a field of an interface, those of all types. */
  readonly fields: ReadonlySet<string>;
  /** The REST operations that it may call. */
  readonly endpoints: ReadonlySet<Endpoint>;
}

const maxTokens = 100_000;

/** Reads the documents of a manifest, or of the manifests in a folder. Throws a usage error for one that cannot be parsed. */
export async function readSelections(path: string, schema: GraphQLSchema): Promise<SelectedDocument[]> {
  const documents = await readManifests(path);
  return documents.map(({ id, text, file }) => selectionsOf(id, parsed(text, id, file), schema));
}

function parsed(text: string, id: string, file: string): DocumentNode {
  try {
    return parse(text, { noLocation: true, maxTokens });
  } catch (error) {
    const reason = error instanceof GraphQLError ? error.message : 'It is nested too deeply.';
    throw usageError(`${file}: The document ${JSON.stringify(id.slice(0, 100))} cannot be parsed. ${reason}`);
  }
}

function selectionsOf(id: string, document: DocumentNode, schema: GraphQLSchema): SelectedDocument {
  const fields = new Set<string>();
  const endpoints = new Set<Endpoint>();
  const typeInfo = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(typeInfo, {
      Field: ({ name }) => {
        for (const type of objectTypesOf(typeInfo.getParentType(), schema)) {
          const field = type.getFields()[name.value];
          const kind = field && definitionOf(field)?.kind;
          if (field === undefined || kind === undefined) continue;
          fields.add(`${type.name}.${field.name}`);
          for (const endpoint of operationsOf(kind)) endpoints.add(endpoint);
          for (const endpoint of payloadReads(type.name, field.type.toString())) endpoints.add(endpoint);
        }
      },
    }),
  );
  const named = document.definitions.find(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  const name = named?.kind === Kind.OPERATION_DEFINITION ? named.name?.value : undefined;
  return { name: name === undefined ? id : `${name} (${shortId(id)})`, fields, endpoints };
}

const shortId = (id: string) => (id.length > 16 ? `${id.slice(0, 12)}…` : id);

function objectTypesOf(type: GraphQLCompositeType | null | undefined, schema: GraphQLSchema) {
  if (isObjectType(type)) return [type];
  return isAbstractType(type) ? schema.getPossibleTypes(type) : [];
}

/** The operations that a field may call, with the lists that hold the records which it refers to. */
function operationsOf({ endpoints, entities }: FieldKind): readonly Endpoint[] {
  return [...endpoints, ...entities.flatMap(({ lists }) => lists)];
}

/** A write's payload may refer to records that the write does not return: they are then read. */
function payloadReads(parent: string, type: string): readonly Endpoint[] {
  const entity = parent.endsWith('Payload') ? restContract.entityNamed(type.replace(/[[\]!]/g, '')) : undefined;
  return entity === undefined ? [] : readsOf(entity);
}
