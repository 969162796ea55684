import { useApolloClient } from '@apollo/client/react';
import { Component, type ReactNode } from 'react';
import { ErrorNotice } from './error-notice.tsx';

/** A part of a page with its own error state: if a field that it reads has failed, the rest of the page stays. */
export function Part({ name, children }: { name: string; children: ReactNode }) {
  const client = useApolloClient();
  const retry = () => client.refetchQueries({ include: 'active' });
  const showError = (error: unknown) => <ErrorNotice name={name} error={error} onRetry={retry} />;
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
