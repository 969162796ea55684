import { describeConformance } from '../../../support/execution/conformance.ts';

const schema = `
  type Image { url: String width: Int height: Int }
  type Author { id: String name: String pic(width: Int, height: Int): Image recent: Article }
  type Article { id: String! published: Boolean author: Author title: String body: String keywords: [String] }
  type Query { article(id: ID): Article feed: [Article] }
`;

function article(id: string): object {
  const author = {
    id: '123',
    name: 'Smith',
    pic: async ({ width, height }: { width: number; height: number }) => ({
      url: `cdn/${width}`,
      width,
      height: `${height}`,
    }),
    recent: () => article('1'),
  };
  const keywords = ['text', 1, true, null, Promise.resolve(2.5)];
  return {
    id,
    published: true,
    author: () => author,
    title: `Title ${id}`,
    body: 'Body',
    hidden: 'never shown',
    keywords,
  };
}

describeConformance('a schema of several types', {
  'lists, arguments, fragments and coercion at several levels': {
    schema,
    query: `
      {
        feed { id title }
        article(id: 1) { ...Fields author { id name pic(width: 640, height: 480) { url width height } recent { ...Fields keywords } } }
      }
      fragment Fields on Article { id published title body hidden notDefined }
    `,
    root: () => ({
      article: ({ id }: { id: string }) => article(id),
      feed: () =>
        Array.from({ length: 10 }, (_, i) => (i % 2 === 0 ? article(`${i}`) : Promise.resolve(article(`${i}`)))),
    }),
  },
});
