import { type Shape, typesOf } from '../../engine/engine.ts';
import { breaking, type Change } from './difference.ts';

type AnyShape = Shape<unknown>;

/** What a service demands of a value that the gateway sends, beyond its type, its values and its limits. */
export function conditionChanges(what: string, contract: AnyShape, document: AnyShape): Change[] {
  return [
    ...multiples(what, contract, document),
    ...uniqueness(what, contract, document),
    ...closing(what, contract, document),
    ...dependents(what, contract, document),
    ...choices(what, contract, document),
    ...keywords(what, contract, document),
  ];
}

function multiples(what: string, contract: AnyShape, { multiplesOf = [] }: AnyShape): Change[] {
  const sent = typesOf(contract)?.join() === 'integer' ? [1, ...(contract.multiplesOf ?? [])] : contract.multiplesOf;
  return multiplesOf
    .filter((step) => !sent?.some((one) => Number.isInteger(one / step)))
    .map((step) => breaking('limit-tightened', `${what} has to be a multiple of ${step}.`));
}

function uniqueness(what: string, contract: AnyShape, document: AnyShape): Change[] {
  if (!document.isUnique || contract.isUnique) return [];
  return [breaking('limit-tightened', `${what} must not have the same item twice.`)];
}

/** Maps of the contract take fields of any name. */
function closing(what: string, contract: AnyShape, document: AnyShape): Change[] {
  if (!contract.isLoose || !document.isClosed) return [];
  return [breaking('closed', `${what} takes no fields but those that are named.`)];
}

function dependents(what: string, contract: AnyShape, document: AnyShape): Change[] {
  return (document.dependents ?? []).flatMap(({ property, requires }) => {
    const missing = requires.filter((name) => !contract.required.has(name));
    if (missing.length === 0 || !(contract.properties.has(property) || contract.isLoose)) return [];
    return [breaking('dependent-required', `${what} with ${property} requires ${missing.join(' and ')}.`)];
  });
}

/** One of several sets of fields is required. A body that has what the contract requires may have none of them. */
function choices(what: string, contract: AnyShape, document: AnyShape): Change[] {
  const all = document.choices ?? [];
  const missing = all.filter((sets) => !sets.some((names) => [...names].every((name) => contract.required.has(name))));
  return missing.map((sets) => {
    const texts = sets.map((names) => [...names].join(' and '));
    return breaking('required-choice', `${what} requires ${texts.join(', or ')}.`);
  });
}

function keywords(what: string, contract: AnyShape, document: AnyShape): Change[] {
  const added = (document.keywords ?? []).filter((keyword) => !contract.keywords?.includes(keyword));
  return added.map((keyword) =>
    breaking('condition', `${what} has a condition in "${keyword}", which is not compared.`),
  );
}
