import fc from 'fast-check';
import {
  type ChangeRequest,
  isOpen,
  levels,
  pick,
  type RejectionCode,
  rejectedBelow,
  rejectedInOrganization,
  rejectedOn,
  type Space,
  tooLong,
} from './state.ts';
import { actor, maybe, number, present, step, text } from './steps.ts';

const limits = fc.constantFrom(null, null, 'READ' as const, 'COMMENT' as const, ...levels.slice(2, 3));

/** Steps on spaces and their collections. */
export const spaceSteps = [
  step(
    'updateSpace',
    {
      actor,
      space: number,
      title: maybe(text(50)),
      emoji: maybe(fc.constantFrom('🧪', '📘', '1f680')),
      editMode: maybe(fc.constantFrom('LIVE' as const, 'LOCKED' as const, 'LOCKED' as const)),
      defaultRole: maybe(limits),
    },
    (model, { actor, space: n, ...values }) => {
      const space = pick(model.spaces, n) as Space;
      const changes = present(values);
      return {
        actor,
        input: { id: space.id, ...changes },
        rejection: tooLong(50, values.title, values.emoji) ?? rejectedOn(space, actor, 'ADMIN'),
        done: () => void Object.assign(space, changes),
      };
    },
  ),
  step('deleteSpace', { actor, space: number }, (model, { actor, space: n }) => {
    const space = pick(model.spaces, n) as Space;
    return {
      actor,
      input: { id: space.id },
      rejection: rejectedOn(space, actor, 'ADMIN'),
      done: () => {
        space.isDeleted = true;
      },
    };
  }),
  step('restoreSpace', { actor, space: number }, (model, { actor, space: n }) => {
    const space = pick(model.spaces, n) as Space;
    return {
      actor,
      input: { id: space.id },
      rejection: rejectedInOrganization(actor, 'ADMIN') ?? (space.isDeleted ? undefined : 'CONFLICT'),
      done: () => {
        space.isDeleted = false;
      },
    };
  }),
  step('duplicateSpace', { actor, space: number }, (model, { actor, space: n }) => {
    const space = pick(model.spaces, n) as Space;
    return {
      actor,
      input: { id: space.id },
      creates: 'space',
      rejection: rejectedOn(space, actor, 'READ') ?? rejectedInOrganization(actor, 'CREATE'),
      done: (id) => {
        const title = `${[...space.title].slice(0, 43).join('')} (copy)`;
        model.spaces.push({ ...space, id, title, editMode: 'LIVE', revision: 0 });
      },
    };
  }),
  step('moveSpace', { actor, space: number, parent: fc.option(number) }, (model, { actor, space: n, parent: m }) => {
    const space = pick(model.spaces, n) as Space;
    const parent = m === null ? undefined : pick(model.collections, m);
    return {
      actor,
      input: { id: space.id, parentId: parent?.id ?? null },
      rejection: rejectedOn(space, actor, 'ADMIN') ?? (parent && rejectedBelow(parent, actor, 'CREATE')),
      done: () => {
        space.parent = parent;
      },
    };
  }),
];

const statuses = ['draft', 'open', 'archived', 'merged'];

/** The rejection of an action on a locked space or a closed change request. */
function rejectedMerge({ space, status }: ChangeRequest): RejectionCode | undefined {
  if (!isOpen(status)) return 'CONFLICT';
  return space.editMode === 'LOCKED' ? 'PRECONDITION_FAILED' : undefined;
}

/** The rejection of an unknown status, or of one that cannot be set. */
function rejectedStatus({ status: present }: ChangeRequest, status = present): RejectionCode | undefined {
  if (!statuses.includes(status)) return 'INVALID';
  return status !== present && (present === 'merged' || status === 'merged') ? 'CONFLICT' : undefined;
}

/** Steps on change requests. */
export const changeRequestSteps = [
  step('createChangeRequest', { actor, space: number, subject: text(100) }, (model, { actor, space: n, subject }) => {
    const space = pick(model.spaces, n) as Space;
    const isLong = tooLong(100, subject) !== undefined;
    return {
      actor,
      input: { spaceId: space.id, subject },
      creates: 'changeRequest',
      // The contract has no limit here, but the service does.
      rejection: rejectedOn(space, actor, 'EDIT') ?? (isLong ? 'INVALID' : undefined),
      done: (id) => {
        const { length } = model.changeRequests.filter((one) => one.space === space);
        const facts = { number: length + 1, status: 'draft', createdBy: actor, ancestor: space.revision };
        model.changeRequests.push({ id, isRemoved: false, space, subject, ...facts });
      },
    };
  }),
  step(
    'updateChangeRequest',
    {
      actor,
      changeRequest: number,
      subject: maybe(text(100)),
      status: maybe(fc.constantFrom(...statuses, 'nonsense')),
    },
    (model, { actor, changeRequest: n, ...values }) => {
      const changeRequest = pick(model.changeRequests, n);
      if (changeRequest === undefined) return null;
      const changes = present(values);
      return {
        actor,
        input: { id: changeRequest.id, ...changes },
        rejection:
          tooLong(100, values.subject) ??
          rejectedOn(changeRequest.space, actor, 'EDIT') ??
          rejectedStatus(changeRequest, values.status),
        done: () => void Object.assign(changeRequest, changes),
      };
    },
  ),
  step('mergeChangeRequest', { actor, changeRequest: number }, (model, { actor, changeRequest: n }) => {
    const changeRequest = pick(model.changeRequests, n);
    if (changeRequest === undefined) return null;
    const { space } = changeRequest;
    return {
      actor,
      input: { id: changeRequest.id },
      rejection: rejectedOn(space, actor, 'REVIEW') ?? rejectedMerge(changeRequest),
      done: () => {
        changeRequest.status = 'merged';
        space.revision += 1;
      },
    };
  }),
  step('updateChangeRequestFromMain', { actor, changeRequest: number }, (model, { actor, changeRequest: n }) => {
    const changeRequest = pick(model.changeRequests, n);
    if (changeRequest === undefined) return null;
    const { space } = changeRequest;
    return {
      actor,
      input: { id: changeRequest.id },
      rejection: rejectedOn(space, actor, 'EDIT') ?? rejectedMerge(changeRequest),
      done: () => {
        changeRequest.ancestor = space.revision;
      },
    };
  }),
];
