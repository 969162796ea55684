import { useState } from 'react';
import { messageOf } from '../apollo/error-messages.ts';

/** Says in place of a part of the page that it could not be loaded, and loads it again. */
export function ErrorNotice(props: { name: string; error: unknown; onRetry: () => Promise<unknown> }) {
  const { name, error, onRetry } = props;
  const [isRetrying, setIsRetrying] = useState(false);
  const retry = () => {
    setIsRetrying(true);
    // If it fails again, this notice stays.
    onRetry()
      .catch(() => undefined)
      .finally(() => setIsRetrying(false));
  };
  return (
    <div className="notice error-notice" role="alert">
      <div>
        <strong>{name} could not be loaded.</strong>
        <p>{messageOf(error)}</p>
      </div>
      <button type="button" className="button" disabled={isRetrying} onClick={retry}>
        {isRetrying ? 'Trying again…' : 'Try again'}
      </button>
    </div>
  );
}
