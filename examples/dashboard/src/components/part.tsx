import { useApolloClient } from '@apollo/client/react';
import { Component, type ReactNode } from 'react';
import { isMissing } from '../apollo/error-messages.ts';
import { ErrorNotice } from './error-notice.tsx';
import { NotFound } from './not-found.tsx';

/**
 * A part of a page with its own error state: if a field that it reads has failed, the rest of the page stays. The query that has the
 * field is above it. `what`: the record of the page, where the part is a whole page whose address may name nothing.
 */
export function Part({ name, what, children }: { name: string; what?: string | undefined; children: ReactNode }) {
  const client = useApolloClient();
  const retry = () => client.refetchQueries({ include: 'active' });
  const showError = (error: unknown) =>
    what !== undefined && isMissing(error) ? (
      <NotFound what={what} />
    ) : (
      <ErrorNotice name={name} error={error} onRetry={retry} />
    );
  return <ErrorBoundary showError={showError}>{children}</ErrorBoundary>;
}

interface Props {
  showError: (error: unknown) => ReactNode;
  children: ReactNode;
}

interface State {
  children: ReactNode;
  failure?: { error: unknown } | undefined;
}

class ErrorBoundary extends Component<Props, State> {
  override state: State = { children: this.props.children };

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } };
  }

  /** New children come with new data, so they get another chance. */
  static getDerivedStateFromProps({ children }: Props, state: State) {
    return children === state.children ? null : { children, failure: undefined };
  }

  override render() {
    const { failure } = this.state;
    return failure ? this.props.showError(failure.error) : this.props.children;
  }
}
