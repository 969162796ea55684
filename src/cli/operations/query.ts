import type { ExecuteResult } from '../../server/transport/adapters/in-process.ts';
import { foundProblems } from '../exit.ts';
import { type OperationFlags, readOperation } from './operation-input.ts';
import { openTarget, sendsNoToken, type Target, type TargetFlags } from './target.ts';

export interface QueryFlags extends OperationFlags, TargetFlags {
  explain?: boolean;
  compact?: boolean;
}

/** Executes an operation and prints its result as JSON. Fails if the result has errors. */
export async function query(file: string | undefined, flags: QueryFlags): Promise<void> {
  const operation = await readOperation(file, flags);
  const request = flags.explain ? { ...operation, extensions: { ...operation.extensions, explain: true } } : operation;
  const result = await using(await openTarget(flags), (target) => target.execute(request));
  process.stdout.write(`${JSON.stringify(result, null, flags.compact ? undefined : 2)}\n`);
  failOnErrors(result, flags);
}

export async function using<Result>(target: Target, use: (target: Target) => Promise<Result>): Promise<Result> {
  try {
    return await use(target);
  } finally {
    await target.close();
  }
}

/** Throws a failure with a line for each error of a result, and one that says what to do where there was no token. */
export function failOnErrors({ errors = [] }: ExecuteResult, flags: TargetFlags): void {
  if (errors.length === 0) return;
  const lines = errors.map(({ message, path, extensions }) => {
    const at = path === undefined ? '' : `${path.join('.')}: `;
    const code = typeof extensions?.code === 'string' ? ` (${extensions.code})` : '';
    return `${at}${message}${code}`;
  });
  const isUnauthenticated = errors.some(({ extensions }) => extensions?.code === 'UNAUTHENTICATED');
  throw foundProblems(isUnauthenticated && sendsNoToken(flags) ? [...lines, 'Set TOKEN.'] : lines);
}
