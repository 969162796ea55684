import { printSdl } from '../engine/engine.ts';
import { createSchema } from '../resources/schema.ts';

export interface SchemaFlags {
  nullability: 'semantic' | 'strict';
  for?: '2018';
}

export function printSchema({ nullability, for: edition }: SchemaFlags): void {
  process.stdout.write(printSdl(createSchema(), edition ?? nullability));
}
