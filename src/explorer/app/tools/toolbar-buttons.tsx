import { ToolbarButton, useGraphiQL } from '@graphiql/react';
import { type ReactNode, useContext } from 'react';
import { curlOf } from '../../../engine/conversion/curl.ts';
import { useActiveOperation } from './active-operation.ts';
import { fragmentOf } from './share-link.ts';
import { ConfigContext } from './tools-context.ts';
import { useCopy } from './use-copy.ts';

/** Copies the operation as a curl command, without the token. */
export function CurlButton() {
  const { endpoint } = useContext(ConfigContext);
  const operation = useActiveOperation();
  const url = new URL(endpoint, location.href).href;
  return (
    <CopyingButton
      label="Copy as curl, without the token"
      text={async () => curlOf({ method: 'POST', url, body: operation() })}
    >
      <path d="M2 4l4 4-4 4M8 12.5h6" />
    </CopyingButton>
  );
}

/** Copies a link with the operation and its variables in the fragment, never with headers. */
export function ShareButton() {
  const queryEditor = useGraphiQL((state) => state.queryEditor);
  const variableEditor = useGraphiQL((state) => state.variableEditor);
  const link = async () => {
    const operation = { query: queryEditor?.getValue() ?? '', variables: variableEditor?.getValue() };
    const fragment = await fragmentOf(operation);
    return fragment === undefined ? undefined : location.href.replace(/#.*$/, '') + fragment;
  };
  return (
    <CopyingButton label="Copy a link to this operation, without headers" text={link}>
      <path d="M6.5 9.5a3 3 0 0 0 4.2 0l2.4-2.4a3 3 0 0 0-4.2-4.2l-1 1M9.5 6.5a3 3 0 0 0-4.2 0L2.900 8.900a3 3 0 0 0 4.2 4.2l1-1" />
    </CopyingButton>
  );
}

interface CopyingButtonProps {
  label: string;
  text: () => Promise<string | undefined>;
  /** The paths of its icon. */
  children: ReactNode;
}

function CopyingButton({ label, text, children }: CopyingButtonProps) {
  const { message, copy } = useCopy(text);
  return (
    <span className="docgraph-copying">
      <ToolbarButton label={label} onClick={() => void copy()}>
        <svg className="graphiql-toolbar-icon docgraph-icon" viewBox="0 0 16 16" aria-hidden="true">
          {children}
        </svg>
      </ToolbarButton>
      <output className="docgraph-copied">{message}</output>
    </span>
  );
}
