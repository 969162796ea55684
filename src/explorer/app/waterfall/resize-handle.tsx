import type { PointerEvent } from 'react';
import './resize-handle.css';

/** How far an arrow key moves an edge, in pixels. */
const keyStep = 20;

export interface ResizeHandleProps {
  /** What the size is of. */
  label: string;
  edge: 'upper' | 'right';
  /** Sizes in pixels. */
  size: number;
  min: number;
  max: number;
  sizeAt: (event: PointerEvent) => number;
  onResize: (size: number) => void;
}

/** An edge that is moved by the mouse, by touch, and by the arrow keys. */
export function ResizeHandle({ label, edge, size, min, max, sizeAt, onResize }: ResizeHandleProps) {
  const onPointerMove = (event: PointerEvent) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    onResize(Math.round(Math.min(max, Math.max(min, sizeAt(event)))));
  };
  return (
    <div className="docgraph-resize" data-edge={edge}>
      <input
        type="range"
        aria-label={label}
        min={min}
        max={max}
        step={keyStep}
        value={Math.min(size, max)}
        onChange={({ target }) => onResize(Number(target.value))}
        onPointerDown={(event) => {
          // The edge follows the pointer itself; a slider would jump to it.
          event.preventDefault();
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={onPointerMove}
      />
    </div>
  );
}
