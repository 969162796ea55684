import { HISTORY_PLUGIN } from '@graphiql/plugin-history';
import { GraphiQL } from 'graphiql';
import { useRef, useState } from 'react';
import type { ExplorerConfig } from '../../server/explorer.ts';
import { type Example, variablesText } from '../examples.ts';
import { AnswersContext, useAnswers } from './answers.ts';
import { callsPlugin } from './calls-plugin.tsx';
import { CarriedIds } from './carried-ids.tsx';
import { EditorColors } from './editor-colors.tsx';
import { examplesPlugin } from './examples-plugin.tsx';
import { ExplainButton } from './explain-button.tsx';
import { createFetcher } from './fetcher.ts';
import { Footer } from './footer.tsx';
import { Logo } from './logo.tsx';
import { storageWithoutHeaders } from './storage.ts';

export interface ExplorerProps {
  config: ExplorerConfig;
  /** The tabs to start with, and the list in the examples pane. */
  examples: readonly Example[];
}

/** GraphiQL over the gateway. */
export function Explorer({ config, examples }: ExplorerProps) {
  const { answers, onAnswer, onTabChange } = useAnswers();
  const [explain, setExplain] = useState(false);
  // The fetcher reads the toggle through a ref: a new fetcher would make GraphiQL ask for the schema again.
  const explainNow = useRef(explain);
  explainNow.current = explain;
  const [fixed] = useState(() => ({
    ...fixedProps(config, examples),
    fetcher: createFetcher({ endpoint: config.endpoint, explain: () => explainNow.current, onAnswer }),
  }));
  return (
    <AnswersContext value={answers}>
      <GraphiQL {...fixed} onTabChange={onTabChange}>
        <GraphiQL.Logo>
          <Logo />
        </GraphiQL.Logo>
        <GraphiQL.Toolbar>
          {({ prettify, merge, copy }) => (
            <>
              <ExplainButton on={explain} onToggle={() => setExplain(!explain)} />
              {prettify}
              {merge}
              {copy}
            </>
          )}
        </GraphiQL.Toolbar>
        <GraphiQL.Footer>
          <Footer />
        </GraphiQL.Footer>
        <CarriedIds />
        <EditorColors />
      </GraphiQL>
    </AnswersContext>
  );
}

/** What stays as it was at the first render: GraphiQL resets its panes whenever it is given new plugins. */
function fixedProps({ headers }: ExplorerConfig, examples: readonly Example[]) {
  const headersText = headers ? JSON.stringify(headers, null, 2) : ownToken;
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

/** Shows where one's own token belongs; GraphiQL takes comments in its headers pane. */
const ownToken = `{
  // "Authorization": "Bearer <your API token>"
}`;
