/** A REST call, as explain tells it; times in milliseconds from the start of the request. */
export interface TimedCall {
  operation: string;
  level: number;
  startedAt: number;
  ms: number;
}

const width = 860;
const left = 285;
const right = 20;
const top = 64;
const bottom = 28;
/** Height of a call, space between operations, and least height of an operation: that of its label. */
const row = 4;
const gap = 6;
const labelHeight = 12;

/** How long one turn of the picture takes, in seconds, and which part of it the calls take. */
const turn = 7;
const moving = 0.5;

const style = `
  text { font: 13px ui-sans-serif, system-ui, sans-serif; fill: #4b5563; }
  .title { font-size: 19px; font-weight: 600; fill: #111827; }
  .tick { stroke: #9ca3af; stroke-opacity: .35; }
  .bars { animation: run ${turn}s linear infinite; }
  .l1 { fill: #4f46e5; } .l2 { fill: #2563eb; } .l3 { fill: #0891b2; } .l4 { fill: #059669; } .l5 { fill: #ca8a04; } .l6 { fill: #dc2626; }
  @keyframes run { from { clip-path: inset(0 100% 0 0); } ${moving * 100}%, to { clip-path: inset(0 0 0 0); } }
  @media (prefers-color-scheme: dark) { text { fill: #9ca3af; } .title { fill: #f3f4f6; } }
  @media (prefers-reduced-motion: reduce) { .bars { animation: none; } }
`;

/** The calls of one request as a waterfall that moves: a text, so that it is small and sharp. It runs no script and loads nothing. */
export function waterfallSvg(calls: readonly TimedCall[]): string {
  const groups = byOperation(calls);
  const end = Math.max(...calls.map(({ startedAt, ms }) => startedAt + ms));
  const height = top + groups.reduce((total, group) => total + heightOf(group), 0) + bottom;
  const drawn = groupsAt(groups, end);
  const ticks = ticksTo(end).map((ms) => tick(ms, x(ms, end), height));
  const title = `1 GraphQL request, ${calls.length} REST calls`;
  const sum = calls.reduce((total, { ms }) => total + ms, 0);
  const levels = Math.max(...calls.map(({ level }) => level));
  const subtitle = `${Math.round(end)} ms in ${levels} levels, no call twice. One after the other, they would take ${(sum / 1000).toFixed(1)} s.`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title">
<title id="title">${title}: ${subtitle}</title>
<style>${style}</style>
<text class="title" x="12" y="26">${title}</text>
<text x="12" y="48">${subtitle}</text>
${ticks.join('\n')}
${drawn.map(({ label }) => label).join('\n')}
<g class="bars">
<rect x="${left}" y="${top}" width="${width - left - right}" height="${height - top - bottom}" fill="none"/>
${drawn.flatMap(({ bars }) => bars).join('\n')}
</g>
</svg>
`;
}

/** The calls by their operations, in the order of their first calls. */
function byOperation(calls: readonly TimedCall[]): TimedCall[][] {
  const groups = new Map<string, TimedCall[]>();
  for (const call of calls.toSorted((a, b) => a.startedAt - b.startedAt)) {
    groups.set(call.operation, [...(groups.get(call.operation) ?? []), call]);
  }
  return [...groups.values()];
}

function groupsAt(groups: readonly TimedCall[][], end: number): { label: string; bars: string[] }[] {
  let y = top;
  return groups.map((group) => {
    const start = y;
    const first = start + (heightOf(group) - gap - group.length * row) / 2;
    y += heightOf(group);
    return { label: labelOf(group, start), bars: group.map((call, i) => bar(call, first + i * row, end)) };
  });
}

function heightOf(group: readonly TimedCall[]): number {
  return Math.max(group.length * row, labelHeight) + gap;
}

function labelOf(group: readonly TimedCall[], y: number): string {
  const middle = y + (heightOf(group) - gap) / 2 + 4;
  const count = group.length > 1 ? ` × ${group.length}` : '';
  return `<text x="12" y="${middle.toFixed(1)}">${group[0]?.operation}${count}</text>`;
}

function bar({ level, startedAt, ms }: TimedCall, y: number, end: number): string {
  const start = x(startedAt, end);
  return `<rect class="l${level}" x="${start}" y="${y}" width="${(x(startedAt + ms, end) - start).toFixed(1)}" height="${row - 1}" rx="1"/>`;
}

function x(ms: number, end: number): number {
  return Number((left + (ms / end) * (width - left - right)).toFixed(1));
}

function ticksTo(end: number): number[] {
  return Array.from({ length: Math.floor(end / 50) + 1 }, (_, i) => i * 50);
}

function tick(ms: number, at: number, height: number): string {
  return `<line class="tick" x1="${at}" x2="${at}" y1="${top - 4}" y2="${height - bottom}"/><text x="${at}" y="${height - 8}" text-anchor="middle">${ms} ms</text>`;
}
