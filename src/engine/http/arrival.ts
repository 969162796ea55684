/** A result that has arrived, for one who takes it: promises of it do not keep the result in memory. */
export interface Arrival<Result = unknown> {
  take(): Result;
}

export function arrivalOf<Result>(result: Result): Arrival<Result> {
  return { take: () => result };
}

export function resultOf<Result>(arrival: Arrival<Result>): Result {
  return arrival.take();
}
