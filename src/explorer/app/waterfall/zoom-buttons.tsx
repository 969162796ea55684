import { zoomed } from './time-scale.ts';
import type { WaterfallState } from './use-waterfall.ts';

/** Zoom of the time axis, for those who do not drag over it. */
export function ZoomButtons({ state: { scale, latestEnd, setWindow } }: { state: WaterfallState }) {
  const isWhole = scale.start === 0 && scale.end >= latestEnd;
  return (
    <fieldset className="docgraph-zoom" aria-label="Zoom of the time axis">
      <button
        type="button"
        aria-label="Zoom out"
        disabled={isWhole}
        onClick={() => setWindow(zoomed(scale, 2, latestEnd))}
      >
        −
      </button>
      <button type="button" aria-label="Zoom in" onClick={() => setWindow(zoomed(scale, 0.5, latestEnd))}>
        +
      </button>
    </fieldset>
  );
}
