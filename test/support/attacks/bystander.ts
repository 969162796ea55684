import { setTimeout as delay } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { expect } from 'vitest';
import type { HttpMessage } from './attacks.ts';
import { slowness } from './machine-speed.ts';

/** Beside other clients, the p99 may be this many times that of the client alone. */
const maxRatio = 5;

/** A p99 below this counts as this, in milliseconds, on a machine as fast as the documented one. */
const floorMs = 30;

export interface Measurement {
  requests: number;
  failures: string[];
  /** In milliseconds. */
  p99: number;
}

/** An honest tenant with two clients: its requests must succeed in time, whatever others send. */
export class Bystander {
  readonly #agent = new Agent({ connections: 4 });
  readonly #url: () => string;
  readonly #measured: string[] = [];
  /** The p99 without others, in milliseconds. */
  alone = 0;
  #floorMs = floorMs;

  /** `url`: where the gateway listens. */
  constructor(url: () => string) {
    this.#url = url;
  }

  /** Measures the tenant without others; the first second warms the process up. */
  async measureAlone(): Promise<void> {
    this.#floorMs = floorMs * slowness();
    await this.measure(1_000);
    this.alone = (await this.measure(1_000)).p99;
  }

  /** One request after the other from each of two clients, for a time. */
  async measure(ms: number): Promise<Measurement> {
    const latencies: number[] = [];
    const failures: string[] = [];
    const end = performance.now() + ms;
    const client = async (token: string) => {
      for (let i = 0; performance.now() < end; i++) {
        const startedAt = performance.now();
        const failure = await this.#read(token, i).catch(String);
        latencies.push(performance.now() - startedAt);
        if (failure !== undefined) failures.push(failure);
        await delay(5);
      }
    };
    await Promise.all([client('good-1'), client('good-2')]);
    const sorted = latencies.sort((a, b) => a - b);
    return { requests: sorted.length, failures, p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0 };
  }

  /** Measures the tenant beside a load, once. */
  async measureBeside(load: Load, ms: number): Promise<Measurement> {
    const controller = new AbortController();
    const loading = load(controller.signal);
    await delay(200);
    const beside = await this.measure(ms);
    controller.abort();
    await loading;
    return beside;
  }

  /** None of its requests failed, and the p99 is in its bound. */
  expectServed({ failures, p99, requests }: Measurement): void {
    expect(failures).toEqual([]);
    const limit = maxRatio * Math.max(this.alone, this.#floorMs);
    this.#measured.push(`${expect.getState().currentTestName}: p99 ${p99.toFixed(0)} of ${limit.toFixed(0)} ms`);
    expect(p99, `p99 in ms; alone ${this.alone.toFixed(1)}`).toBeLessThan(limit);
    expect(requests).toBeGreaterThan(1);
  }

  /** Prints what was measured, too. */
  close(): Promise<void> {
    console.info(this.#measured.join('\n'));
    return this.#agent.destroy();
  }

  /** A read and, every tenth time, a write; resolves to what went wrong. */
  async #read(token: string, i: number): Promise<string | undefined> {
    const query =
      i % 10 === 9
        ? 'mutation { deleteSpace(input: { id: "good" }) { userErrors { code } } }'
        : `{ organization(id: "good-${i}") { title sites(first: 3) { nodes { title } } } }`;
    const { statusCode, body } = await request(`${this.#url()}/graphql`, {
      method: 'POST',
      dispatcher: this.#agent,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query }),
      headersTimeout: 15_000,
    });
    const answer = await body.text();
    return statusCode === 200 && !answer.includes('"errors"') ? undefined : `${statusCode}: ${answer.slice(0, 200)}`;
  }
}

/** What greedy clients do, again and again until the signal. */
export type Load = (signal: AbortSignal) => Promise<void>;

/** Greedy clients. They read responses without keeping them: this process is busy enough with its own measurement. */
export class GreedyClients {
  readonly #agent = new Agent({ pipelining: 0 });
  readonly #url: () => string;

  constructor(url: () => string) {
    this.#url = url;
  }

  /** Each client sends a message anew as soon as the one before is answered; answers of all kinds are right. */
  endlessly(clients: number, message: (client: number, turn: number) => HttpMessage): Load {
    return async (signal) => {
      const one = async (client: number) => {
        for (let turn = 0; !signal.aborted; turn++)
          await this.#send(message(client, turn), signal).catch(() => delay(10));
      };
      await Promise.all(Array.from({ length: clients }, (_, client) => one(client)));
    };
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }

  async #send({ method, path, headers, body }: HttpMessage, signal: AbortSignal): Promise<void> {
    const { body: received } = await request(`${this.#url()}${path}`, {
      method: method as 'POST',
      dispatcher: this.#agent,
      headers: headers as Record<string, string>,
      body: body as string,
      signal,
    });
    await received.dump({ limit: Number.POSITIVE_INFINITY });
  }
}
