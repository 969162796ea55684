import { HISTORY_PLUGIN } from '@graphiql/plugin-history';
import { GraphiQL } from 'graphiql';
import { useRef, useState } from 'react';
import type { ExplorerConfig } from '../../server/transport/explorer.ts';
import { type Example, variablesText } from '../examples.ts';
import { EditorColors } from './editor-colors.tsx';
import { examplesPlugin } from './examples-plugin.tsx';
import { ExplainButton, useExplain } from './explain-button.tsx';
import { createFetcher } from './fetcher.ts';
import { Footer } from './footer.tsx';
import { GraphButton } from './graph/graph-button.tsx';
import { Logo } from './logo.tsx';
import { PlanBar } from './plan/plan-bar.tsx';
import { ResponsesContext, useResponses } from './responses.ts';
import { storageWithoutHeaders } from './storage.ts';
import { PageBehavior } from './tools/page-behavior.tsx';
import { restPlugin } from './tools/rest-plugin.tsx';
import type { SharedOperation } from './tools/share-link.ts';
import { CurlButton, ShareButton } from './tools/toolbar-buttons.tsx';
import { ConfigContext } from './tools/tools-context.ts';
import { UserSwitcher } from './tools/user-switcher.tsx';
import { VariableFiller } from './variable-filler.tsx';
import { WaterfallDock } from './waterfall/dock.tsx';

export interface ExplorerProps {
  config: ExplorerConfig;
  /** The initial tabs, and the list in the examples pane. */
  examples: readonly Example[];
  /** The operation in the page's address. */
  shared?: SharedOperation | undefined;
}

/** GraphiQL for the gateway. */
export function Explorer({ config, examples, shared }: ExplorerProps) {
  const { responses, onResponse, onTabChange } = useResponses();
  const mayExplain = config.explain !== false;
  const [explain, setExplain] = useExplain();
  // The fetcher reads the toggle through a ref, because GraphiQL requests the schema again for a new fetcher.
  const explainRef = useRef(explain);
  explainRef.current = mayExplain && explain;
  const [constantProps] = useState(() => ({
    ...createProps(config, examples),
    fetcher: createFetcher({ endpoint: config.endpoint, explain: () => explainRef.current, onResponse }),
  }));
  return (
    <ConfigContext value={config}>
      <ResponsesContext value={responses}>
        <GraphiQL {...constantProps} onTabChange={onTabChange}>
          <GraphiQL.Logo>
            <div className="docgraph-head">
              <UserSwitcher />
              <GraphButton />
              <Logo />
            </div>
          </GraphiQL.Logo>
          <GraphiQL.Toolbar>
            {({ prettify, merge, copy }) => (
              <>
                {mayExplain && <PlanBar endpoint={config.endpoint} />}
                {mayExplain && <ExplainButton isOn={explain} onToggle={() => setExplain(!explain)} />}
                {prettify}
                {merge}
                {copy}
                <CurlButton />
                <ShareButton />
              </>
            )}
          </GraphiQL.Toolbar>
          <GraphiQL.Footer>
            <Footer />
          </GraphiQL.Footer>
          <VariableFiller />
          <EditorColors />
          <WaterfallDock />
          <PageBehavior shared={shared} />
        </GraphiQL>
      </ResponsesContext>
    </ConfigContext>
  );
}

/** Created once, at the first render: GraphiQL resets its panes whenever it gets new plugins. */
function createProps({ headers }: ExplorerConfig, examples: readonly Example[]) {
  const headersText = headers ? JSON.stringify(headers, null, 2) : headersTemplate;
  return {
    storage: storageWithoutHeaders(headersText),
    plugins: [HISTORY_PLUGIN, examplesPlugin(examples), restPlugin],
    defaultTabs: examples.map((example) => ({
      query: example.query,
      variables: variablesText(example),
      headers: headersText,
    })),
    defaultHeaders: headersText,
    defaultEditorToolsVisibility: 'variables' as const,
    shouldPersistHeaders: false,
    inputValueDeprecation: true,
    schemaDescription: true,
  };
}

/** Shows where to enter a token. GraphiQL's headers editor allows comments. */
const headersTemplate = `{
  // "Authorization": "Bearer <your API token>"
}`;
