import { HISTORY_PLUGIN } from '@graphiql/plugin-history';
import { GraphiQL } from 'graphiql';
import { useRef, useState } from 'react';
import type { ExplorerConfig } from '../../server/explorer.ts';
import { type Example, variablesText } from '../examples.ts';
import { callsPlugin } from './calls-plugin.tsx';
import { EditorColors } from './editor-colors.tsx';
import { examplesPlugin } from './examples-plugin.tsx';
import { ExplainButton } from './explain-button.tsx';
import { createFetcher } from './fetcher.ts';
import { Footer } from './footer.tsx';
import { Logo } from './logo.tsx';
import { ResponsesContext, useResponses } from './responses.ts';
import { storageWithoutHeaders } from './storage.ts';
import { VariableFiller } from './variable-filler.tsx';

export interface ExplorerProps {
  config: ExplorerConfig;
  /** The initial tabs, and the list in the examples pane. */
  examples: readonly Example[];
}

/** GraphiQL for the gateway. */
export function Explorer({ config, examples }: ExplorerProps) {
  const { responses, onResponse, onTabChange } = useResponses();
  const [explain, setExplain] = useState(false);
  // The fetcher reads the toggle through a ref, because GraphiQL requests the schema again for a new fetcher.
  const explainRef = useRef(explain);
  explainRef.current = explain;
  const [constantProps] = useState(() => ({
    ...createProps(config, examples),
    fetcher: createFetcher({ endpoint: config.endpoint, explain: () => explainRef.current, onResponse }),
  }));
  return (
    <ResponsesContext value={responses}>
      <GraphiQL {...constantProps} onTabChange={onTabChange}>
        <GraphiQL.Logo>
          <Logo />
        </GraphiQL.Logo>
        <GraphiQL.Toolbar>
          {({ prettify, merge, copy }) => (
            <>
              {config.explain !== false && <ExplainButton isOn={explain} onToggle={() => setExplain(!explain)} />}
              {prettify}
              {merge}
              {copy}
            </>
          )}
        </GraphiQL.Toolbar>
        <GraphiQL.Footer>
          <Footer />
        </GraphiQL.Footer>
        <VariableFiller />
        <EditorColors />
      </GraphiQL>
    </ResponsesContext>
  );
}

/** Created once, at the first render: GraphiQL resets its panes whenever it gets new plugins. */
function createProps({ headers }: ExplorerConfig, examples: readonly Example[]) {
  const headersText = headers ? JSON.stringify(headers, null, 2) : headersTemplate;
  return {
    storage: storageWithoutHeaders(headersText),
    plugins: [HISTORY_PLUGIN, examplesPlugin(examples), callsPlugin],
    defaultTabs: examples.map((example) => ({
      query: example.query,
      variables: variablesText(example),
      headers: headersText,
    })),
    defaultHeaders: headersText,
    defaultEditorToolsVisibility: 'headers' as const,
    shouldPersistHeaders: false,
    inputValueDeprecation: true,
    schemaDescription: true,
  };
}

/** Shows where to enter a token. GraphiQL's headers editor allows comments. */
const headersTemplate = `{
  // "Authorization": "Bearer <your API token>"
}`;
