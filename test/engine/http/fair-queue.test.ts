import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FairQueue } from '../../../src/engine/http/fair-queue.ts';
import { AddressQueue, ClientQueue, type QueuedTask, RequestQueue } from '../../../src/engine/http/queue-members.ts';

/** A task that keeps its slot until it is told to end. */
class Task implements QueuedTask {
  previous: QueuedTask | undefined = undefined;
  next: QueuedTask | undefined = undefined;
  isRunning = false;
  readonly name: string;
  readonly request: RequestQueue;
  readonly #log: string[];

  constructor(name: string, request: RequestQueue, log: string[]) {
    this.name = name;
    this.request = request;
    this.#log = log;
  }

  onSlot(): void {
    this.isRunning = true;
    this.#log.push(this.name);
  }
}

function world(slots: number, maxWaiting = 1000) {
  const queue = new FairQueue(slots, maxWaiting);
  const log: string[] = [];
  const add = (name: string, request: RequestQueue) => {
    const task = new Task(name, request, log);
    return { task, isAdded: queue.add(task, request) };
  };
  /** Adds as many tasks as a request may want. */
  const flood = (name: string, request: RequestQueue, count: number) =>
    Array.from({ length: count }, (_, i) => add(`${name}${i}`, request).task);
  const end = (task: Task) => {
    task.isRunning = false;
    queue.release(task.request);
  };
  return { queue, log, add, flood, end };
}

const unconfirmed = () => new RequestQueue(new ClientQueue(new AddressQueue(false)));
const requestOf = (client = new ClientQueue()) => new RequestQueue(client);

describe('a fair queue', () => {
  it.each([
    [1, 1],
    [2, 1],
    [8, 4],
    [96, 54],
  ])('of %i slots gives one request of one client %i', (slots, most) => {
    const { flood } = world(slots);
    expect(flood('a', requestOf(), 200).filter(({ isRunning }) => isRunning)).toHaveLength(most);
  });

  it('gives all requests of one client three quarters of the slots', () => {
    const { flood } = world(96);
    const client = new ClientQueue();
    const tasks = Array.from({ length: 100 }, (_, i) => flood(`${i}-`, requestOf(client), 100)).flat();
    expect(tasks.filter(({ isRunning }) => isRunning)).toHaveLength(72);
  });

  it('has a slot for a new client where five others hold all that they may', () => {
    const { add, flood } = world(96);
    for (let i = 0; i < 5; i++) flood(`${i}-`, requestOf(), 500);
    expect(add('new', requestOf()).task.isRunning).toBe(true);
  });

  it('serves clients in turn, and the requests of each in turn', () => {
    const { add, log, end } = world(1);
    const [first, second] = [new ClientQueue(), new ClientQueue()];
    const [one, two, other] = [requestOf(first), requestOf(first), requestOf(second)];
    const running = add('running', requestOf()).task;
    const tasks = [
      ...['one0', 'one1', 'one2'].map((name) => add(name, one).task),
      ...['two0', 'two1'].map((name) => add(name, two).task),
      ...['other0', 'other1'].map((name) => add(name, other).task),
    ];
    end(running);
    for (let i = 0; i < tasks.length; i++) {
      const next = tasks.find(({ isRunning }) => isRunning);
      if (next !== undefined) end(next);
    }
    expect(log).toEqual(['running', 'one0', 'other0', 'two0', 'other1', 'one1', 'two1', 'one2']);
  });

  it('rejects tasks where too many of an client wait, or of all', () => {
    const { add } = world(1, 3);
    const client = new ClientQueue();
    add('running', requestOf(client));
    const added = Array.from({ length: 5 }, () => add('waiting', requestOf(client)).isAdded);
    expect(added).toEqual([true, true, true, false, false]);
    const others = Array.from({ length: 40 }, () => add('waiting', requestOf()).isAdded);
    expect(others.filter(Boolean)).toHaveLength(27);
  });

  it('leaves slots to other addresses where the clients of one take all that they may', () => {
    const { add } = world(96);
    const crowd = new AddressQueue();
    const tasks = Array.from({ length: 200 }, () => add('crowd', requestOf(new ClientQueue(crowd))).task);
    expect(tasks.filter(({ isRunning }) => isRunning)).toHaveLength(94);
    expect([add('new', requestOf()), add('new', requestOf())].every(({ task }) => task.isRunning)).toBe(true);
  });

  it('gives a quarter of the slots to all clients that are not confirmed', () => {
    const { flood } = world(96);
    const others = Array.from({ length: 40 }, (_, i) => flood(`${i}-`, unconfirmed(), 50)).flat();
    expect(others.filter(({ isRunning }) => isRunning)).toHaveLength(24);
    expect(flood('confirmed', requestOf(), 100).filter(({ isRunning }) => isRunning)).toHaveLength(40);
  });

  it('gives an address of such clients three quarters of that, and half of their places to wait', () => {
    const { add } = world(96, 1_000);
    const client = new ClientQueue(new AddressQueue(false));
    const all = Array.from({ length: 3_000 }, () => add('made-up', requestOf(client)));
    expect(all.filter(({ task }) => task.isRunning)).toHaveLength(18);
    // A client that is not confirmed has no more places than any other one.
    expect(all.filter(({ isAdded }) => isAdded)).toHaveLength(18 + 1_000);
    expect(add('another', unconfirmed()).task.isRunning).toBe(true);
  });

  it('serves the addresses in turn, whatever number of clients waits at each', () => {
    const { add, log, end } = world(1);
    const running = add('running', requestOf()).task;
    const [crowd, single] = [new AddressQueue(), new AddressQueue()];
    const tasks = ['a', 'b', 'c'].map((name) => add(name, requestOf(new ClientQueue(crowd))).task);
    const client = new ClientQueue(single);
    tasks.push(add('single0', requestOf(client)).task, add('single1', requestOf(client)).task);
    end(running);
    for (let i = 0; i < tasks.length; i++) {
      const next = tasks.find(({ isRunning }) => isRunning);
      if (next !== undefined) end(next);
    }
    expect(log).toEqual(['running', 'a', 'single0', 'b', 'single1', 'c']);
  });

  it('forgets a task that does not wait any more', () => {
    const { queue, add, end, log } = world(1);
    const running = add('running', requestOf()).task;
    const gone = add('gone', requestOf()).task;
    add('next', requestOf());
    queue.remove(gone, gone.request);
    queue.remove(gone, gone.request);
    end(running);
    expect(log).toEqual(['running', 'next']);
  });

  it('lets all tasks through at once where none of them uses its slot', () => {
    const { queue, add, flood, log } = world(2);
    const request = requestOf();
    const ending = (name: string): QueuedTask => ({
      previous: undefined,
      next: undefined,
      onSlot: () => {
        log.push(name);
        queue.release(request);
      },
    });
    const kept = flood('kept', requestOf(), 2);
    for (let i = 0; i < 1000; i++) queue.add(ending(`task${i}`), request);
    queue.flush();
    expect(log).toHaveLength(1002);
    expect(kept.every(({ isRunning }) => isRunning)).toBe(true);
    expect(add('later', requestOf()).task.isRunning).toBe(false);
  });

  it('never gives more slots than it has, and none stays unused while an client without one waits', () => {
    const action = fc.record({ kind: fc.constantFrom('add', 'add', 'end', 'remove'), at: fc.nat(200) });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), fc.array(action, { maxLength: 300 }), (slots, actions) => {
        const { queue, add, end } = world(slots);
        const clients = Array.from({ length: 4 }, () => new ClientQueue());
        const requests = Array.from({ length: 12 }, (_, i) => requestOf(clients[i % 4]));
        let tasks: Task[] = [];
        for (const { kind, at } of actions) {
          const running = tasks.filter(({ isRunning }) => isRunning);
          const waiting = tasks.filter(({ isRunning }) => !isRunning);
          if (kind === 'add') tasks.push(add('task', requests[at % 12] as RequestQueue).task);
          else if (kind === 'end' && running.length > 0) {
            const ended = running[at % running.length] as Task;
            tasks = tasks.filter((task) => task !== ended);
            end(ended);
          } else if (kind === 'remove' && waiting.length > 0) {
            const removed = waiting[at % waiting.length] as Task;
            tasks = tasks.filter((task) => task !== removed);
            queue.remove(removed, removed.request);
          }
          const used = tasks.filter(({ isRunning }) => isRunning).length;
          expect(used).toBeLessThanOrEqual(slots);
          const isStarved = clients.some((client) => client.used === 0 && client.waiting > 0);
          if (isStarved) expect(used).toBe(slots);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('looks at no more clients than there are slots for each task that it serves, however many wait', () => {
    const slots = 16;
    const { add, end } = world(slots, 100_000);
    const address = new AddressQueue();
    let visited = 0;
    const running: Task[] = [];
    for (let i = 0; i < 5000; i++) {
      const client = new ClientQueue(address);
      let next: ClientQueue | undefined;
      Object.defineProperty(client, 'next', {
        get: () => {
          visited++;
          return next;
        },
        set: (value) => {
          next = value;
        },
      });
      running.push(add(`${i}`, requestOf(client)).task);
    }
    visited = 0;
    let ended = 0;
    for (let task = running.find(({ isRunning }) => isRunning); task !== undefined && ended < 1000; ended++) {
      end(task);
      task = running.find(({ isRunning }) => isRunning);
    }
    expect(ended).toBe(1000);
    expect(visited).toBeLessThan(1000 * (slots + 4));
  });
});
