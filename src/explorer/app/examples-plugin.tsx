import { type GraphiQLPlugin, useGraphiQL, useGraphiQLActions } from '@graphiql/react';
import { type Example, variablesText } from '../examples.ts';
import { FileButtons } from './files/file-buttons.tsx';
import { Icon } from './tools/icon.tsx';
import { useOpenTab } from './tools/open-tab.ts';

/** A pane that opens examples and files in tabs, also after a tab was closed or changed. */
export function examplesPlugin(examples: readonly Example[]): GraphiQLPlugin {
  return { title: 'Examples', icon: ExamplesIcon, content: () => <Examples examples={examples} /> };
}

function Examples({ examples }: { examples: readonly Example[] }) {
  const open = useOpenExample();
  return (
    <section aria-label="Examples" className="docgraph-pane">
      <h2>Examples</h2>
      <ul>
        {examples.map((example) => (
          <li key={example.title}>
            <button type="button" className="docgraph-example" onClick={() => open(example)}>
              <strong>{example.title}</strong>
              <span>{example.description}</span>
            </button>
          </li>
        ))}
      </ul>
      <FileButtons />
    </section>
  );
}

/** Selects the tab with the unchanged example, or opens a new tab. */
function useOpenExample() {
  const { changeTab } = useGraphiQLActions();
  const open = useOpenTab();
  const tabs = useGraphiQL((state) => state.tabs);
  return (example: Example) => {
    const index = tabs.findIndex((tab) => tab.query === example.query);
    if (index >= 0) changeTab(index);
    else open(example.query, variablesText(example));
  };
}

function ExamplesIcon() {
  return <Icon size={24} path="M5 4.5h10l4 4v11H5zM8.5 12h7M8.5 15.5h5M8.5 8.5h3" />;
}
