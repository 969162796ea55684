import { type ReactNode, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useOnceFor } from '../once-for.ts';

interface DialogButtonProps {
  label: string;
  icon: ReactNode;
  className: string;
  /** Id of the heading in the dialog. */
  titleId: string;
  /** The dialog opens by itself, once for each value. */
  opensFor?: object | undefined;
  /** Made while the dialog is open. */
  content: (close: () => void) => ReactNode;
}

export function DialogButton({ label, icon, className, titleId, opensFor, content }: DialogButtonProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const open = useCallback(() => setIsOpen(true), []);
  useOnceFor(opensFor, open);
  // Its content is there: the browser sets the focus to the first field.
  useLayoutEffect(() => {
    if (isOpen) dialog.current?.showModal();
  }, [isOpen]);
  return (
    <>
      <button type="button" className="docgraph-graph-button" aria-label={label} title={label} onClick={open}>
        {icon}
        <span className="docgraph-head-label">{label}</span>
      </button>
      <dialog
        ref={dialog}
        className={`docgraph-dialog ${className}`}
        aria-labelledby={titleId}
        onClose={() => setIsOpen(false)}
      >
        {isOpen && content(() => dialog.current?.close())}
      </dialog>
    </>
  );
}
