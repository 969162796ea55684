import { useApolloClient } from '@apollo/client/react';
import { Component, type ReactNode, useState } from 'react';
import { ErrorNotice } from './error-notice.tsx';

/** A part of a page with its own error state: if a field that it reads has failed, the rest of the page stays. */
export function Part({ name, children }: { name: string; children: ReactNode }) {
  const client = useApolloClient();
  const [attempt, setAttempt] = useState(0);
  const retry = async () => {
    await client.refetchQueries({ include: 'active' });
    setAttempt(attempt + 1);
  };
  const showError = (error: unknown) => <ErrorNotice name={name} error={error} onRetry={retry} />;
  return (
    <ErrorBoundary key={attempt} showError={showError}>
      {children}
    </ErrorBoundary>
  );
}

interface BoundaryProps {
  showError: (error: unknown) => ReactNode;
  children: ReactNode;
}

class ErrorBoundary extends Component<BoundaryProps, { failure?: { error: unknown } }> {
  override state: { failure?: { error: unknown } } = {};

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } };
  }

  override render() {
    const { failure } = this.state;
    return failure ? this.props.showError(failure.error) : this.props.children;
  }
}
