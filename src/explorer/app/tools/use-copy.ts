import { useEffect, useState } from 'react';
import { copyText } from './copy-text.ts';

/** How long a button says that it has copied, in milliseconds. */
const shownMs = 2000;

/** Copies what `text` gives. `message` says for a moment how it went; a text that is undefined was too long, or is not available. */
export function useCopy(text: () => Promise<string | undefined>) {
  const [message, setMessage] = useState<string>();
  useEffect(() => {
    if (message === undefined) return;
    const timer = setTimeout(() => setMessage(undefined), shownMs);
    return () => clearTimeout(timer);
  }, [message]);
  const copy = async () => {
    try {
      const copied = await text();
      if (copied !== undefined) await copyText(copied);
      setMessage(copied === undefined ? 'Too long' : 'Copied');
    } catch (error) {
      setMessage(error instanceof Error ? error.message : 'Not copied');
    }
  };
  return { message, copy };
}
