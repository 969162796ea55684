import type { PointerEvent } from 'react';

const minHeight = 140;
/** What stays for the editors, in pixels. */
const editorHeight = 200;
/** How far an arrow key moves the edge, in pixels. */
const keyStep = 20;

export interface ResizeHandleProps {
  /** Height of the pane below the handle, in pixels. */
  height: number;
  onResize: (height: number) => void;
}

/** The upper edge of the pane: moved by the mouse, by touch, and by the arrow keys. */
export function ResizeHandle({ height, onResize }: ResizeHandleProps) {
  const max = Math.max(minHeight, window.innerHeight - editorHeight);
  const onPointerMove = ({ currentTarget, pointerId, clientY }: PointerEvent) => {
    if (!currentTarget.hasPointerCapture(pointerId)) return;
    onResize(Math.round(Math.min(max, Math.max(minHeight, window.innerHeight - clientY))));
  };
  return (
    <div className="docgraph-resize">
      <input
        type="range"
        aria-label="Height of the REST calls"
        min={minHeight}
        max={max}
        step={keyStep}
        value={Math.min(height, max)}
        onChange={({ target }) => onResize(Number(target.value))}
        onPointerDown={(event) => {
          // The edge follows the pointer up and down; a slider would follow it to the left and right.
          event.preventDefault();
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={onPointerMove}
      />
    </div>
  );
}
