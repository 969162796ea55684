import { type Nullability, printSdl } from '../engine/sdl/print-sdl.ts';
import { createSchema } from '../resources/schema.ts';

/** Prints the SDL of the gateway's schema. */
export function printSchema({ nullability }: { nullability: Nullability }): void {
  process.stdout.write(printSdl(createSchema(), nullability));
}
