import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AddressAdmission, type AddressEntry } from '../../../src/server/admission/rate-limits/address-admission.ts';
import type { ClientPlaces } from '../../../src/server/admission/rate-limits/client-places.ts';

const large = 100_000;

/** An admission, and the CPU time that each address has used. */
function create(limits: { requests?: number; bytes?: number; cpu?: number }) {
  const spentMs: Record<string, number> = {};
  const places = {
    addressOf: ({ address = '' }) => address,
    clients: { spentMsAt: (address: string) => spentMs[address] ?? 0 },
  } as unknown as ClientPlaces;
  const { requests: maxAddressRequests = 0, bytes: maxAddressBodyBytes = 0, cpu: maxAddressCpu = 0 } = limits;
  const all = { maxAddressRequests, maxAddressBodyBytes, maxAddressCpu, maxBodyBytes: 1_000_000 };
  return { admission: new AddressAdmission(all, places), spentMs };
}

/** What becomes of a request: it enters at once, or waits for what is told later. */
function request(admission: AddressAdmission, address: string, bytes = 0): { entry: AddressEntry; events: string[] } {
  const entry = admission.entry({ headers: {}, address }, bytes);
  if (admission.tryEnter(entry)) return { entry, events: ['enter'] };
  const events: string[] = [];
  admission.wait(
    entry,
    () => events.push('enter'),
    ({ headers }) => events.push(`reject ${headers['retry-after']}`),
  );
  return { entry, events };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('requests of one address', () => {
  it('wait beyond a number, in their order, and no other address does', () => {
    const { admission } = create({ requests: 2 });
    const [first, second, third, fourth] = Array.from({ length: 4 }, () => request(admission, 'a'));
    expect(request(admission, 'b').events).toEqual(['enter']);
    expect([first, second, third, fourth].map((one) => one?.events)).toEqual([['enter'], ['enter'], [], []]);
    admission.end(first?.entry as AddressEntry);
    expect([third?.events, fourth?.events]).toEqual([['enter'], []]);
  });

  it('wait where their large bodies are too large together; small ones do not', () => {
    const { admission } = create({ bytes: 2 * large });
    const bodies = Array.from({ length: 3 }, () => request(admission, 'a', large));
    expect(bodies.map(({ events }) => events)).toEqual([['enter'], ['enter'], []]);
    expect(request(admission, 'a', 100).events).toEqual(['enter']);
    admission.end(bodies[1]?.entry as AddressEntry);
    expect(bodies[2]?.events).toEqual(['enter']);
  });

  it('enter alone, however large their bodies are', () => {
    const { admission } = create({ bytes: 1 });
    expect(request(admission, 'a', Number.POSITIVE_INFINITY).events).toEqual(['enter']);
    expect(request(admission, 'a', large).events).toEqual([]);
  });

  it('wait after much CPU time, as long as another address has requests', async () => {
    const { admission, spentMs } = create({ cpu: 100 });
    request(admission, 'a');
    expect(request(admission, 'a').events).toEqual(['enter']);
    spentMs.a = 700;
    expect(request(admission, 'a').events).toEqual(['enter']);
    const other = request(admission, 'b');
    const waiting = request(admission, 'a');
    expect([other.events, waiting.events]).toEqual([['enter'], []]);
    await vi.advanceTimersByTimeAsync(1_900);
    expect(waiting.events).toEqual([]);
    await vi.advanceTimersByTimeAsync(200);
    expect(waiting.events).toEqual(['enter']);
  });

  it('need no CPU time of their own once no other address has requests', async () => {
    const { admission, spentMs } = create({ cpu: 100 });
    request(admission, 'a');
    const other = request(admission, 'b');
    spentMs.a = 2_000;
    const waiting = request(admission, 'a');
    admission.end(other.entry);
    await vi.advanceTimersByTimeAsync(100);
    expect(waiting.events).toEqual(['enter']);
  });

  it.each([
    ['requests', { requests: 1 }, 0],
    ['CPU time', { cpu: 100 }, 1_000],
  ])('still count their %s after many other addresses', (_, limits, used) => {
    const { admission, spentMs } = create(limits);
    const first = request(admission, 'a');
    request(admission, 'b');
    spentMs.a = used;
    if (used > 0) admission.end(first.entry);
    for (let i = 0; i < 10_000; i++) admission.end(request(admission, `other ${i}`).entry);
    if (used > 0) request(admission, 'a');
    expect(request(admission, 'a').events).toEqual([]);
  });

  it('are rejected after five seconds', async () => {
    const { admission } = create({ requests: 1 });
    request(admission, 'a');
    const waiting = request(admission, 'a');
    await vi.advanceTimersByTimeAsync(4_900);
    expect(waiting.events).toEqual([]);
    await vi.advanceTimersByTimeAsync(200);
    expect(waiting.events).toEqual(['reject 1']);
  });

  it('are told to come back when the address has earned its CPU time', async () => {
    const { admission, spentMs } = create({ cpu: 100 });
    request(admission, 'a');
    request(admission, 'b');
    spentMs.a = 2_050;
    const waiting = request(admission, 'a');
    await vi.advanceTimersByTimeAsync(5_100);
    expect(waiting.events).toEqual(['reject 11']);
  });

  it('are rejected at once where a thousand wait', () => {
    const { admission } = create({ requests: 1 });
    const events = Array.from({ length: 1_002 }, () => request(admission, 'a').events);
    expect([events[1_000], events[1_001]]).toEqual([[], ['reject 1']]);
  });

  it('make room where they end while they wait', () => {
    const { admission } = create({ requests: 1 });
    const first = request(admission, 'a');
    const gone = request(admission, 'a');
    const next = request(admission, 'a');
    admission.end(gone.entry);
    admission.end(gone.entry);
    admission.end(first.entry);
    expect([gone.events, next.events]).toEqual([[], ['enter']]);
  });
});
