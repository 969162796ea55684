import { useGraphiQL, useGraphiQLActions } from '@graphiql/react';
import { type FormEvent, useContext, useId, useState } from 'react';
import { objectIn } from '../editor-json.ts';
import type { RunEnd } from '../fetcher.ts';
import { type Run, useRun } from '../runs.ts';
import { DialogButton } from '../tools/dialog-button.tsx';
import { ConnectionContext } from '../tools/tools-context.ts';
import './connection.css';
import { enteredHeaders, headerIn, linesOf, withValue } from './header-lines.ts';
import { requestHeaders } from './request-headers.ts';

interface ConnectionButtonProps {
  /** How the latest request for the schema ended; undefined before that. */
  introspection: RunEnd | undefined;
}

/** Opens the form for the token and the headers of all tabs. It opens by itself where the service rejects the token. */
export function ConnectionButton({ introspection }: ConnectionButtonProps) {
  const run = useRun();
  const tabHeaders = useGraphiQL(({ tabs, activeTabIndex }) => tabs[activeTabIndex]?.headers);
  const rejected = [run, introspection].find(isUnauthenticated);
  const hasOwnToken = headerIn(objectIn(tabHeaders) ?? {}, 'authorization') !== undefined;
  const reason = hasOwnToken ? ownTokenRejected : rejected === run ? tokenRejected : tokenOfSchemaRejected;
  return (
    <DialogButton
      label="Connection"
      icon={<KeyIcon />}
      className="docgraph-connection"
      titleId="docgraph-connection-title"
      opensFor={rejected}
      content={(close) => <ConnectionForm rejection={rejected && reason} onClose={close} />}
    />
  );
}

const tokenRejected = 'The token was missing or rejected. Enter one, then execute again.';
const tokenOfSchemaRejected = 'The token was missing or rejected. Enter one to load the schema.';
const ownTokenRejected =
  'The token in the headers of this tab was rejected. It replaces the one below: change it in the tab.';

/** Whether the service, the gateway, or a proxy in front of it has rejected the token of a request. */
function isUnauthenticated(end: Run | RunEnd | undefined): boolean {
  if (end?.state === 'failed') return end.status === 401;
  if (end?.state !== 'done') return false;
  const { status, result } = end.response;
  return status === 401 || (result.errors ?? []).some(({ extensions }) => extensions?.code === 'UNAUTHENTICATED');
}

interface ConnectionFormProps {
  /** Why the form opens by itself. */
  rejection: string | undefined;
  onClose: () => void;
}

function ConnectionForm({ rejection, onClose }: ConnectionFormProps) {
  const { headers, set } = useContext(ConnectionContext);
  const { introspect } = useGraphiQLActions();
  const hasSchema = useGraphiQL((state) => state.schema != null);
  const [token, setToken] = useState(headerIn(headers, 'authorization') ?? '');
  const [others, setOthers] = useState(linesOf(withValue(headers, 'authorization', '')));
  const [problem, setProblem] = useState<string>();
  const id = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    try {
      const entered = enteredHeaders(token, others);
      // Rejects what cannot be sent.
      requestHeaders(entered);
      set(entered);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      return;
    }
    if (!hasSchema) void introspect();
    onClose();
  };
  return (
    <form onSubmit={submit}>
      <h2 id="docgraph-connection-title">Connection</h2>
      {rejection && <p className="docgraph-error">{rejection}</p>}
      <label htmlFor={`${id}token`}>Token</label>
      <input
        id={`${id}token`}
        type="password"
        autoComplete="off"
        spellCheck={false}
        value={token}
        onChange={({ target }) => setToken(target.value)}
      />
      <label htmlFor={`${id}others`}>Other headers, one a line</label>
      <textarea
        id={`${id}others`}
        rows={3}
        placeholder="x-team: docs"
        spellCheck={false}
        value={others}
        onChange={({ target }) => setOthers(target.value)}
      />
      <p>
        All tabs send them; headers of a tab replace them. They are kept until this browser tab is closed, and in no
        link, history or local storage.
      </p>
      <output className="docgraph-error">{problem}</output>
      <div className="docgraph-connection-buttons">
        <button type="button" className="docgraph-button-plain" onClick={onClose}>
          Cancel
        </button>
        <button type="submit" className="docgraph-button">
          Use for all tabs
        </button>
      </div>
    </form>
  );
}

function KeyIcon() {
  return (
    <svg className="docgraph-icon" viewBox="0 0 16 16" aria-hidden="true">
      <circle cx="5" cy="11" r="3" />
      <path d="M7.2 8.8 13.500 2.500M11 5l2 2" />
    </svg>
  );
}
