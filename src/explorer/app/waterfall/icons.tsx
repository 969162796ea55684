import { Icon } from '../tools/icon.tsx';
import type { Mark } from './marks.ts';

const paths: Readonly<Record<Mark, string>> = {
  failed: 'M8 2 14.5 13.5h-13zM8 6.5v3.2M8 11.4v.6',
  unsent: 'M3.4 3.4l9.2 9.2M8 1.8a6.2 6.2 0 1 1 0 12.4A6.2 6.2 0 0 1 8 1.800z',
  shared: 'M6.5 9.5 9.5 6.5M7 4.8l1.6-1.6a2.8 2.8 0 0 1 4 4L11 8.8M9 11.2l-1.6 1.6a2.8 2.8 0 0 1-4-4L5 7.2',
  hit: 'M9 1.5 3.5 9h4L7 14.5 12.5 7h-4z',
  stale: 'M8 1.8a6.2 6.2 0 1 1 0 12.4A6.2 6.2 0 0 1 8 1.8zM8 4.5V8l2.5 1.5',
  revalidated: 'M2.5 8.5 6.2 12 13.5 4.5',
  batched: 'M2 5.5 8 2.5l6 3-6 3zM2 8.5l6 3 6-3M2 11.3l6 3 6-3',
  retried: 'M13 8a5 5 0 1 1-1.6-3.7M13 2.2v2.9h-2.9',
  cached:
    'M3 4.2C3 3 5.2 2.2 8 2.2s5 .8 5 2-2.2 2-5 2-5-.8-5-2zM3 4.2v7.6c0 1.2 2.2 2 5 2s5-.8 5-2V4.2M3 8c0 1.2 2.2 2 5 2s5-.8 5-2',
};

export function MarkIcon({ mark }: { mark: Mark }) {
  return <Icon path={paths[mark]} />;
}

/** Points down, or to the right where it is closed. */
export function Chevron({ isOpen }: { isOpen: boolean }) {
  return <Icon path={isOpen ? 'M4 6l4 4 4-4' : 'M6 4l4 4-4 4'} />;
}

export function CriticalIcon() {
  return <Icon path="M8.8 1.8 3.5 9h4l-.6 5.2L12.5 7h-4z" />;
}
