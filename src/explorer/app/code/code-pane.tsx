import { useGraphiQL } from '@graphiql/react';
import { useContext, useId, useState } from 'react';
import { useActiveOperation } from '../tools/active-operation.ts';
import { CopyButton } from '../tools/copy-button.tsx';
import { ConfigContext } from '../tools/tools-context.ts';
import { type SnippetKind, snippetKinds } from './snippets.ts';

/** The operation of the active tab as a program, without the token. */
export default function CodePane() {
  const { endpoint } = useContext(ConfigContext);
  const operation = useActiveOperation();
  // The texts of the editors are part of the tab as soon as they are parsed.
  useGraphiQL((state) => state.tabs[state.activeTabIndex]);
  const [title, setTitle] = useState('fetch');
  const id = useId();
  const kind = snippetKinds.find((one) => one.title === title);
  const code = kind === undefined ? '' : codeIn(kind, operation, new URL(endpoint, location.href).href);
  return (
    <section aria-label="Code" className="docgraph-pane docgraph-form">
      <h2>Code</h2>
      <label htmlFor={id}>The operation of this tab, with its variables and without the token, for</label>
      <select id={id} className="docgraph-select" value={title} onChange={({ target }) => setTitle(target.value)}>
        {snippetKinds.map((one) => (
          <option key={one.title}>{one.title}</option>
        ))}
      </select>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls it with the arrow keys */}
      <pre className="docgraph-code" tabIndex={0}>
        {code}
      </pre>
      <CopyButton text={() => Promise.resolve(code)}>Copy</CopyButton>
    </section>
  );
}

/** Says why there is none, where the variables are no JSON. */
function codeIn({ codeOf }: SnippetKind, operation: ReturnType<typeof useActiveOperation>, url: string): string {
  try {
    return codeOf(operation(), url);
  } catch (error) {
    return error instanceof Error ? `${error.message}.` : '';
  }
}
