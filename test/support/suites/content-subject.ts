import { beforeAll, expect } from 'vitest';
import type { CallRecord } from '../../../src/engine/http/call-record.ts';
import type { Page } from '../../../src/resources/contents/contract.ts';
import type { ContentOperations } from '../../../src/resources/contents/fields.ts';
import type { TestWorld } from '../gateways/gateway.ts';
import { inside } from '../resources/connections.ts';
import { type ContentKey, flat } from '../resources/contents.ts';
import { type RestCalls, restCalls } from '../sandbox/sandbox-calls.ts';

/** A content of the seed with a computed page and files, and how to select it. */
export interface ContentCase {
  world: TestWorld;
  key: ContentKey;
  /** An operation that selects `fields` on the content, without further calls. */
  document: (fields: string) => string;
  /** The path of the content in the data. */
  at: readonly string[];
}

/** The subject of the tests; everything except the operations is set when they run. */
export interface ContentSubject {
  readonly contents: ContentOperations;
  content: ContentCase;
  rest: RestCalls;
  /** The page tree, as REST returns it. */
  tree: Page[];
  /** The ids of the key, in the order of global ids. */
  ids: string[];
  /** Selects fields on the content; resolves to the content and the calls. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads the data that it selected
  read(fields: string): Promise<{ given: any; calls: CallRecord[] }>;
  /** The first matching page of the tree. */
  pageOf(matches: (page: Page) => boolean): Page;
}

/** Prepares the tests of a content; `open` returns the content once the test file has started its gateway. */
export function subjectOf(contents: ContentOperations, open: () => ContentCase): ContentSubject {
  const subject = {
    contents,
    async read(fields: string) {
      const { world, document, at } = subject.content;
      const { data, calls, errors } = await world.execute(document(fields));
      expect(errors).toBeUndefined();
      return { given: inside(data, at), calls };
    },
    pageOf(matches: (page: Page) => boolean) {
      const found = flat(subject.tree).find(({ page }) => matches(page))?.page;
      if (found === undefined) throw new Error('The content has no such page');
      return found;
    },
  } as ContentSubject;
  beforeAll(async () => {
    subject.content = open();
    subject.rest = restCalls(subject.content.world.sandboxUrl);
    subject.ids = Object.values(subject.content.key);
    subject.tree = (await subject.rest.call(contents.pages, { path: subject.content.key })).pages;
  });
  return subject;
}
