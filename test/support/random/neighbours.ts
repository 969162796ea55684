import type { GraphQLObjectType, GraphQLSchema } from 'graphql';
import type { Random } from '../../../src/sandbox/random.ts';
import type { TestGateway } from '../gateways/gateway.ts';
import { formsOfFields } from './field-forms.ts';
import { type FoundRecord, nodeRoute, type Route, valueAt } from './record-routes.ts';

/** A field with the value and the errors that it has alone, and those that it has elsewhere. */
export interface Difference {
  type: string;
  field: string;
  where: string;
  alone: string;
  instead: string;
}

/** Compares the fields of one record, in all forms: alone, beside others, and through other routes. */
export class FieldComparison {
  readonly differences: Difference[] = [];
  readonly #gateway: TestGateway;
  readonly #record: FoundRecord;
  readonly #forms: readonly string[];
  readonly #alone = new Map<string, string>();

  constructor(gateway: TestGateway, schema: GraphQLSchema, record: FoundRecord, known: readonly FoundRecord[]) {
    this.#gateway = gateway;
    this.#record = record;
    const children = known.filter(({ parent }) => parent === record);
    this.#forms = formsOfFields(schema.getType(record.type) as GraphQLObjectType, children);
  }

  /** Reads each field alone. The other methods compare with what this has read. */
  async readAlone(): Promise<void> {
    const route = nodeRoute(this.#record);
    await Promise.all(
      this.#forms.map(async (form) => this.#alone.set(form, (await this.#read(route, [form]))[0] as string)),
    );
  }

  /** Reads up to `count` pairs of fields. */
  async compareBeside(random: Random, count: number): Promise<void> {
    const forms = this.#forms;
    const every = forms.flatMap((form) => forms.map((beside) => [form, beside] as const));
    const pairs = count >= every.length ? every : Array.from({ length: count }, () => random.pick(every));
    await Promise.all(pairs.map((pair) => this.#compare(nodeRoute(this.#record), pair, 'beside the other')));
  }

  /** Reads all fields at once through a route. */
  async compareThrough(route: Route): Promise<void> {
    await this.#compare(route, this.#forms, `beside all others, through ${route.name}`);
  }

  /** Reads all fields in the payload of a write, and again after it, as the write changes the record. */
  async compareWritten(route: Route): Promise<void> {
    const written = await this.#read(route, this.#forms);
    this.#forms.forEach((form, i) => void this.#alone.set(form, written[i] as string));
    await this.#compare(nodeRoute(this.#record), this.#forms, 'after a write, whose payload is compared,');
  }

  async #compare(route: Route, forms: readonly string[], where: string): Promise<void> {
    const values = await this.#read(route, forms);
    forms.forEach((field, i) => {
      const [alone, instead] = [this.#alone.get(field) as string, values[i] as string];
      if (alone !== instead) this.differences.push({ type: this.#record.type, field, where, alone, instead });
    });
  }

  /** The values of fields, each with its errors. */
  async #read(route: Route, forms: readonly string[]): Promise<string[]> {
    const query = route.operation(forms.map((form, i) => `f${i}: ${form}`).join(' '));
    const { data, errors = [] } = await this.#gateway.execute(query);
    const path = route.pathIn(data);
    if (valueAt(data, path) == null) throw new Error(`No ${path.join('.')} for ${query}: ${JSON.stringify(errors)}`);
    const places = errors.map(({ path: place = [], extensions }) => ({ place, code: extensions.code }));
    return forms.map((_, i) => {
      const own = [...path, `f${i}`];
      const failures = places.filter(({ place }) => own.every((step, depth) => place[depth] === step));
      const below = failures.map(({ place, code }) => [...place.slice(own.length), code].join('.'));
      return JSON.stringify([valueAt(data, own), ...below.sort()]);
    });
  }
}
