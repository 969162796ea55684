import { HISTORY_PLUGIN } from '@graphiql/plugin-history';
import { GraphiQL } from 'graphiql';
import { useCallback, useRef, useState } from 'react';
import type { ExplorerConfig } from '../../server/transport/explorer.ts';
import { type Example, variablesText } from '../examples.ts';
import { codePlugin } from './code/code-plugin.tsx';
import { ConnectionButton } from './connection/connection-button.tsx';
import { type ConnectionHeaders, useConnection } from './connection/use-connection.ts';
import { EditorColors } from './editor/editor-colors.tsx';
import { examplesPlugin } from './examples-plugin.tsx';
import { ExplainButton, useExplain } from './explain-button.tsx';
import { createFetcher, type RunEnd } from './fetcher.ts';
import { FirstRun } from './first-visit.ts';
import { Footer } from './footer.tsx';
import { GraphButton } from './graph/graph-button.tsx';
import { Logo } from './logo.tsx';
import { PlanBar } from './plan/plan-bar.tsx';
import { resultsPlugin } from './results/results-plugin.tsx';
import { ExecuteObserver, RunsContext, useRuns } from './runs.ts';
import { storageWithoutHeaders } from './storage.ts';
import { copyText } from './tools/copy-text.ts';
import { Notice } from './tools/notice.tsx';
import { PageBehavior } from './tools/page-behavior.tsx';
import { restPlugin } from './tools/rest-plugin.tsx';
import type { Shared } from './tools/share-link.ts';
import { SkipLinks } from './tools/skip-links.tsx';
import { CurlButton, ShareButton } from './tools/toolbar-buttons.tsx';
import { ConfigContext, ConnectionContext } from './tools/tools-context.ts';
import { UserSwitcher } from './tools/user-switcher.tsx';
import { VariableFiller } from './variable-filler.tsx';
import { WaterfallDock } from './waterfall/dock.tsx';

export interface ExplorerProps {
  config: ExplorerConfig;
  /** The list in the examples pane, of which the first is the initial tab. */
  examples: readonly Example[];
  /** The operation in the page's address. */
  shared?: Shared;
  /** Whether the browser opens the page for the first time. */
  isFirst?: boolean;
}

export function Explorer({ config, examples, shared, isFirst = false }: ExplorerProps) {
  const { runs, onStart, onTabChange, onExecute } = useRuns();
  const [introspection, setIntrospection] = useState<RunEnd>();
  const [areTabsKept, setTabsKept] = useState(true);
  const [hasUnreadableLink, setUnreadableLink] = useState(false);
  const onUnreadableLink = useCallback(() => setUnreadableLink(true), []);
  const connection = useConnection(config.headers ?? noHeaders);
  const mayExplain = config.explain !== false;
  const [explain, setExplain] = useExplain();
  // The fetcher reads the toggle through a ref, because GraphiQL requests the schema again for a new fetcher.
  const explainRef = useRef(explain);
  explainRef.current = mayExplain && explain;
  const [constantProps] = useState(() => ({
    ...createProps(examples, isFirst, setTabsKept),
    fetcher: createFetcher({
      endpoint: config.endpoint,
      headers: connection.current,
      explain: () => explainRef.current,
      onStart,
      onIntrospected: setIntrospection,
    }),
  }));
  // Nothing is sent to a real service before the user wants it.
  const runsFirst = isFirst && config.headers !== undefined && shared === undefined;
  return (
    <ConfigContext value={config}>
      <ConnectionContext value={connection}>
        <RunsContext value={runs}>
          <SkipLinks />
          {!areTabsKept && <Notice>{storageIsFull}</Notice>}
          {hasUnreadableLink && <Notice onClose={() => setUnreadableLink(false)}>{linkIsUnreadable}</Notice>}
          <GraphiQL {...constantProps} onTabChange={onTabChange}>
            <GraphiQL.Logo>
              <div className="docgraph-head">
                <UserSwitcher />
                <ConnectionButton introspection={introspection} />
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
            <ExecuteObserver onExecute={onExecute} />
            <VariableFiller />
            <EditorColors />
            {runsFirst && <FirstRun />}
            <WaterfallDock />
            <PageBehavior shared={shared} onUnreadableLink={onUnreadableLink} />
          </GraphiQL>
        </RunsContext>
      </ConnectionContext>
    </ConfigContext>
  );
}

const noHeaders: ConnectionHeaders = {};

const storageIsFull =
  'The storage of the browser is full: the latest changes of the tabs are not kept. Save tabs as files in "Examples", and close them.';
const linkIsUnreadable =
  'The operation of the link cannot be read: the link was cut off, or is of another version. Copy it again, or have the operation sent as a file.';

/** From this width on, in pixels, the pane of the examples leaves room for the editors. */
const widthForExamples = 1200;

/** Created once, at the first render: GraphiQL resets its panes whenever it gets new plugins. */
function createProps(examples: readonly Example[], isFirst: boolean, onTabs: (areKept: boolean) => void) {
  const plugin = examplesPlugin(examples);
  return {
    storage: storageWithoutHeaders(headersTemplate, onTabs),
    plugins: [HISTORY_PLUGIN, plugin, restPlugin, codePlugin, resultsPlugin],
    ...(isFirst && window.innerWidth >= widthForExamples && { visiblePlugin: plugin }),
    defaultTabs: examples.slice(0, 1).map((example) => ({
      query: example.query,
      variables: variablesText(example),
      headers: headersTemplate,
    })),
    defaultHeaders: headersTemplate,
    defaultEditorToolsVisibility: 'variables' as const,
    shouldPersistHeaders: false,
    // GraphiQL itself copies with the clipboard of the browser alone, which a page over HTTP from another machine does not have.
    onCopyQuery: (query: string) => void copyText(query).catch(() => {}),
    inputValueDeprecation: true,
    schemaDescription: true,
  };
}

/** GraphiQL's headers editor allows comments. */
const headersTemplate = `{
  // Headers of this tab alone. "Connection" has those of all tabs.
}`;
