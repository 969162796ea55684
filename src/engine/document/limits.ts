import type { OperationDefinitionNode } from 'graphql';
import { badUserInput, GatewayError } from '../http/errors.ts';

export function tooExpensive(message: string): GatewayError {
  return new GatewayError('OPERATION_TOO_EXPENSIVE', message);
}

export function tooManyFields(maxFields: number): GatewayError {
  return tooExpensive(
    `The operation selects more than ${maxFields} fields after its fragments are expanded. Select fewer fields, or split it into several requests.`,
  );
}

export function tooDeep(maxDepth: number): GatewayError {
  return tooExpensive(
    `The operation is deeper than ${maxDepth} levels of fields. Select fewer levels, or split it into several requests.`,
  );
}

export function tooManyIds(field: string, maxIds: number): GatewayError {
  return badUserInput(`"${field}" takes at most ${maxIds} ids. Split them into several requests.`);
}

export function tooManyFilters(argument: string, maxValues: number): GatewayError {
  return badUserInput(`"${argument}" takes at most ${maxValues} values. Split them into several fields or requests.`);
}

export function tooManyInputs(maxValues: number): GatewayError {
  return badUserInput(
    `The inputs of the mutations have more than ${maxValues} values in all. Split them into several requests.`,
  );
}

/** `executed` is how many of the operation's root fields were executed, where not all of them were. */
export function responseTooLarge(
  maxBytes: number,
  operation: Pick<OperationDefinitionNode, 'operation'>,
  executed?: number,
): GatewayError {
  return ended(
    `The response is larger than ${maxBytes} bytes. Select fewer fields or fewer items.`,
    operation,
    executed,
  );
}

/** Ends an execution with more errors than anyone reads. */
export function tooManyErrors(operation: Pick<OperationDefinitionNode, 'operation'>, executed?: number): GatewayError {
  const message =
    'The operation was ended because of its number of errors. What was not complete is null. Request fewer items, or correct what fails.';
  return ended(message, operation, executed);
}

/** Says of a mutation how much of it was executed before it was ended. */
function ended(
  message: string,
  { operation }: Pick<OperationDefinitionNode, 'operation'>,
  executed: number | undefined,
): GatewayError {
  if (operation !== 'mutation') return tooExpensive(message);
  const which = executed === undefined ? 'All mutations' : `The first ${executed} mutations`;
  return tooExpensive(
    `${message} ${which} of the request were executed, and their writes were applied. Do not repeat them.`,
  );
}

export function tooNested(subject: string, maxJsonDepth: number): GatewayError {
  return badUserInput(`${subject} is nested deeper than ${maxJsonDepth} levels. Send it with fewer levels.`);
}

export function tooManyValues(maxInputValues: number): GatewayError {
  return badUserInput(
    `The request has more than ${maxInputValues} values in its JSON. Split it into several requests.`,
  );
}

/** Whether objects and lists in a JSON value are nested deeper than `levels`. A value without any has no level. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) {
    for (const item of value) if (typeof item === 'object' && isDeeperThan(item, levels - 1)) return true;
    return false;
  }
  for (const name in value) {
    const inner: unknown = (value as Readonly<Record<string, unknown>>)[name];
    if (typeof inner === 'object' && isDeeperThan(inner, levels - 1)) return true;
  }
  return false;
}
