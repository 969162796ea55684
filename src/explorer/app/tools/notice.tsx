import './notice.css';

interface NoticeProps {
  children: string;
  /** Left out where the notice ends with its reason. */
  onClose?: () => void;
}

/** One line above the page, which says what to do. */
export function Notice({ children, onClose }: NoticeProps) {
  return (
    <section aria-label="Notice" className="docgraph-notice">
      <p role="alert">{children}</p>
      {onClose && (
        <button type="button" className="docgraph-button-small" onClick={onClose}>
          Close
        </button>
      )}
    </section>
  );
}
