import type { Endpoint } from '../contract/endpoint.ts';
import { type Entity, readsOf } from '../contract/entity.ts';
import type { Reference } from '../data/reference.ts';
import { tooManyIds } from '../document/limits.ts';
import { isTurnOverNow } from '../turns/event-loop-turn.ts';
import { type Execution, type Field, FieldKind, type InfoFunction } from './field-kind.ts';
import type { ArgumentCheck, FieldArguments, FieldContext, FieldView } from './field-view.ts';
import { nullIfMissing } from './null-if-missing.ts';
import type { PlannedField, PlannedValues, Planner } from './planner.ts';

interface NodesOptions {
  readonly endpoints: readonly Endpoint[];
  readonly isList: boolean;
  ids(args: unknown): readonly string[];
  /** Throws BAD_USER_INPUT for what names no record. */
  refer(id: string): Reference;
  /** The type that an id names; undefined where `refer` would throw. */
  entityOf(id: string): Entity | undefined;
}

/** Records of any type by their global ids; null where the service says that there is none. */
export class NodesField extends FieldKind {
  override readonly isPlannedByIds = true;
  readonly options: NodesOptions;

  constructor(options: NodesOptions) {
    super(options.endpoints);
    this.options = options;
  }

  override argumentCheck(): ArgumentCheck {
    return (args) => {
      for (const id of this.options.ids(args)) this.options.refer(id);
    };
  }

  resolve(
    _parent: unknown,
    args: FieldArguments,
    field: FieldView,
    context: FieldContext,
    _info: InfoFunction,
    execution: Execution,
  ): unknown {
    const { isList, ids: idsIn } = this.options;
    const ids = idsIn(args);
    const { maxNodeIds } = context.limits;
    if (ids.length > maxNodeIds) throw tooManyIds(field.field.name, maxNodeIds);
    const found = ids.map((id) => this.#find(id, field, context, execution));
    return isList ? found : found[0];
  }

  /** The record that a global id names; null where the service says that there is none. */
  async #find(id: string, field: FieldView, context: FieldContext, execution: Execution): Promise<unknown> {
    // Many calls may start below one record.
    while (isTurnOverNow()) await context.turns.next();
    return nullIfMissing(execution.ready(this.options.refer(id), field, context, true));
  }

  override plan(field: PlannedField, on: PlannedValues, planner: Planner): void {
    const ids = this.options.ids(field.args);
    // The field is rejected.
    if (ids.length > planner.limits.maxNodeIds) return;
    for (const [entity, count] of this.#countByEntity(ids)) {
      const times = on.count === undefined ? undefined : on.count * count;
      const reference = { entity, endpoints: readsOf(entity), count: times, start: on.keysKnown, mustExist: true };
      planner.references(field, { ...on, count: times }, reference);
    }
  }

  #countByEntity(ids: readonly string[]): ReadonlyMap<Entity, number> {
    const counts = new Map<Entity, number>();
    for (const id of new Set(ids)) {
      const entity = this.options.entityOf(id);
      if (entity !== undefined) counts.set(entity, (counts.get(entity) ?? 0) + 1);
    }
    return counts;
  }

  sample(): unknown[] {
    return [];
  }
}

/** Records of any type by their global ids. */
export function nodes<Args, Result>(options: NodesOptions): Field<unknown, Args, Result, NodesField> {
  return new NodesField(options);
}
