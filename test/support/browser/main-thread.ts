import type { Browser, CDPSession } from 'playwright-core';

/** A part of what Chromium's tracing records of a task. Times are in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** CPU time of the thread: other programs on the machine do not add to it. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** Measures how long the tasks of the pages' main threads take, by Chromium's tracing. */
export class MainThread {
  readonly #session: CDPSession;
  #events: TraceEvent[] = [];

  private constructor(session: CDPSession) {
    this.#session = session;
    session.on('Tracing.dataCollected', ({ value }) => this.#events.push(...(value as unknown as TraceEvent[])));
  }

  static async of(browser: Browser): Promise<MainThread> {
    return new MainThread(await browser.newBrowserCDPSession());
  }

  /** The CPU time of the longest task that ran while an action did, in milliseconds. Throws where there was no task. */
  async longestTask(action: () => Promise<unknown>): Promise<number> {
    this.#events = [];
    await this.#session.send('Tracing.start', { traceConfig: { includedCategories: ['toplevel'] } });
    await action().finally(() => this.#end());
    const tasks = tasksIn(this.#events);
    if (tasks.length === 0) throw new Error('Chromium has recorded no task of a main thread.');
    return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000;
  }

  async #end(): Promise<void> {
    const complete = new Promise<void>((resolve) => this.#session.once('Tracing.tracingComplete', () => resolve()));
    await this.#session.send('Tracing.end');
    await complete;
  }
}

/** What ran on the main threads of pages. An event contains those below it: the longest is a task. */
function tasksIn(events: readonly TraceEvent[]): TraceEvent[] {
  const isMain = ({ name, args }: TraceEvent) => name === 'thread_name' && args?.name === 'CrRendererMain';
  const threads = new Set(events.filter(isMain).map(threadOf));
  return events.filter((event) => event.tdur !== undefined && threads.has(threadOf(event)));
}

function threadOf({ pid, tid }: TraceEvent): string {
  return `${pid} ${tid}`;
}
