/** An icon of lines, in a square of `size` units. */
export function Icon({ path, size = 16 }: { path: string; size?: number }) {
  return (
    <svg className="docgraph-icon" viewBox={`0 0 ${size} ${size}`} aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
