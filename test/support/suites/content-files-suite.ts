import { describe, expect, it } from 'vitest';
import { globalIdOf, present, queriesOf } from '../execution/expectations.ts';
import { operationsOf } from '../gateways/gateway.ts';
import { expectConnection } from '../resources/connections.ts';
import {
  expectedFile,
  expectedReference,
  expectedRevision,
  fileSelection,
  referenceSelection,
  revisionSelection,
} from '../resources/contents.ts';
import { expectNode, expectOneError } from '../resources/reads.ts';
import type { ContentSubject } from './content-subject.ts';

/** Tests of the files of a content. */
export function describeFiles(subject: ContentSubject): void {
  const { contents } = subject;
  describe('files', () => {
    it('are paginated, with every field', async () => {
      const files = await subject.rest.items(contents.files, { path: subject.content.key });
      await expectConnection(subject.content.world, {
        document: (window, selection) => subject.content.document(`files(${window}) ${selection}`),
        at: [...subject.content.at, 'files'],
        node: fileSelection,
        endpoint: contents.files,
        nodes: files.map((file) => ({ dimensions: null, ...expectedFile(subject.content.key, file) })),
        size: 1,
      });
    });

    it('are requested with and without git metadata and computed content', async () => {
      const { calls } = await subject.read('files(computed: true) { nodes { git { oid } } }');
      expect(queriesOf(calls, contents.files)).toEqual([{ computed: 'true', limit: '25' }]);
      const without = await subject.read('files(first: 3, computed: false) { nodes { name } }');
      expect(queriesOf(without.calls, contents.files)).toEqual([{ computed: 'false', metadata: 'false', limit: '3' }]);
    });

    it('go on after the cursor of an operation that selected less of the content', async () => {
      const [, second] = await subject.rest.items(contents.files, { path: subject.content.key });
      const { given } = await subject.read('files(first: 1) { pageInfo { endCursor } }');
      const next = await subject.read(
        `files(after: "${given.files.pageInfo.endCursor}") { nodes { name } } revision { git { oid } }`,
      );
      expect(next.given.files.nodes).toEqual([{ name: second?.name }]);
    });

    it('are looked up by plain and by global id', async () => {
      const [file] = await subject.rest.items(contents.files, { path: subject.content.key });
      const id = file?.id ?? '';
      const globalId = globalIdOf('File', ...subject.ids, id);
      const { given, calls } = await subject.read(
        `plain: file(id: "${id}") ${fileSelection} global: file(id: "${globalId}") { id name }`,
      );
      const { name, ...same } = await subject.rest.call(contents.file, {
        path: { ...subject.content.key, fileId: id },
      });
      expect(present(given.plain)).toEqual(present(expectedFile(subject.content.key, { name, ...same })));
      expect(given.global).toEqual({ id: globalId, name });
      expect(operationsOf(calls)).toEqual([contents.file.id]);
      const computed = await subject.read(`file(id: "${id}", computed: false) { name }`);
      expect(queriesOf(computed.calls, contents.file)).toEqual([{ computed: 'false', metadata: 'false' }]);
    });

    it('are read by calls of their own when two are looked up, and not by their list, which may be long', async () => {
      const files = await subject.rest.items(contents.files, { path: subject.content.key });
      expect(files).toHaveLength(2);
      const { given, calls } = await subject.read(
        files.map(({ id }, i) => `f${i}: file(id: "${id}") { name }`).join(' '),
      );
      expect(Object.values(given)).toEqual(files.map(({ name }) => ({ name })));
      expect(operationsOf(calls)).toEqual([contents.file.id, contents.file.id]);
      expect(queriesOf(calls, contents.file)).toEqual([{ metadata: 'false' }, { metadata: 'false' }]);
    });

    it('round-trip through node, with their content', async () => {
      const [file] = await subject.rest.items(contents.files, { path: subject.content.key });
      const globalId = globalIdOf('File', ...subject.ids, file?.id ?? '');
      const given = await expectNode(subject.content.world, {
        type: 'File',
        id: globalId,
        selection: '{ name content { restId } }',
        endpoint: contents.file,
      });
      expect(given).toEqual({ id: globalId, name: file?.name, content: { restId: subject.ids.at(-1) } });
    });

    it('are null with one NOT_FOUND error each if they do not exist', async () => {
      const document = subject.content.document('file(id: "nothing") { name } pages { restId }');
      await expectOneError(subject.content.world, document, { at: [...subject.content.at, 'file'], code: 'NOT_FOUND' });
    });

    it('list the references to them', async () => {
      const files = await subject.rest.items(contents.files, { path: subject.content.key });
      const lists = await Promise.all(
        files.map(({ id }) =>
          subject.rest.items(contents.fileBacklinks, { path: { ...subject.content.key, fileId: id } }),
        ),
      );
      const index = lists.findIndex((list) => list.length > 1);
      const id = files[index]?.id ?? '';
      await expectConnection(subject.content.world, {
        document: (window, selection) =>
          subject.content.document(`file(id: "${id}") { backlinks(${window}) ${selection} }`),
        at: [...subject.content.at, 'file', 'backlinks'],
        node: referenceSelection,
        endpoint: contents.fileBacklinks,
        nodes: lists[index]?.map(expectedReference) ?? [],
        size: 1,
      });
    });
  });
}

/** Tests of the active revision of a content. */
export function describeRevision(subject: ContentSubject): void {
  const { contents } = subject;
  describe('revision', () => {
    it('has every field', async () => {
      const { given, calls } = await subject.read(`revision ${revisionSelection}`);
      const revision = await subject.rest.call(contents.get, { path: subject.content.key });
      expect(present(given.revision)).toEqual(present(expectedRevision(subject.content.key, revision)));
      expect(revision.reusableContents?.length).toBeGreaterThan(0);
      expect(operationsOf(calls)).toEqual([contents.get.id]);
      expect(queriesOf(calls, contents.get)).toEqual([{}]);
    });

    it('has its id without a call for the content', async () => {
      const { given, calls } = await subject.read('revision { restId }');
      const { id } = await subject.rest.call(contents.get, { path: subject.content.key });
      expect(given.revision).toEqual({ restId: id });
      const owner = 'changeRequestId' in subject.content.key ? 'changeRequests.get' : 'spaces.get';
      expect(operationsOf(calls)).toEqual([owner]);
    });

    it('is requested without git metadata, and without computed content on demand', async () => {
      const { given, calls } = await subject.read('revision(computed: false) { type pages { computedSeed } }');
      expect(given.revision).toEqual({ type: 'edits', pages: subject.tree.map(() => ({ computedSeed: null })) });
      expect(queriesOf(calls, contents.get)).toEqual([{ computed: 'false', metadata: 'false' }]);
    });
  });
}
