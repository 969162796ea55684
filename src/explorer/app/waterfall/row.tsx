import type { CSSProperties } from 'react';
import { formatMost, formatMs, formatNumber, plural } from '../numbers.ts';
import type { CallGroup, Level, Span } from './groups.ts';
import { Chevron, CriticalIcon, MarkIcon } from './icons.tsx';
import { areaPath } from './in-flight.ts';
import { countMarks, type Mark, marksOf, markText } from './marks.ts';
import { phasesOf } from './phases.ts';
import { recordTitle } from './record-title.ts';
import { callsOf, type GroupRow, type LevelRow, type Row } from './rows.ts';
import { lengthOf, placeOf, type TimeScale } from './time-scale.ts';
import { plannedFor, type TimedCall } from './timed-call.ts';
import type { UrlPart } from './url-parts.ts';
import type { WaterfallState } from './use-waterfall.ts';

export interface CallsRowProps {
  id: string;
  row: Row;
  index: number;
  state: WaterfallState;
}

/** One row: a level, the calls of one operation, or a call. */
export function CallsRow({ id, row, index, state }: CallsRowProps) {
  const { active, pointed, scale } = state;
  return (
    <tr
      id={id}
      data-key={row.key}
      aria-level={row.depth}
      aria-rowindex={index + 2}
      aria-expanded={row.kind === 'call' ? undefined : row.isExpanded}
      aria-selected={row.key === active?.key}
      data-pointed={pointed.has(row.key)}
      className={`docgraph-row docgraph-row-${row.kind}`}
      style={{ top: `calc(${index} * var(--row-height))` }}
    >
      <td className="docgraph-name" style={{ '--depth': String(row.depth - 1) }}>
        {row.kind === 'call' ? <span className="docgraph-icon" /> : <Chevron isOpen={row.isExpanded} />}
        <Name row={row} state={state} />
      </td>
      <td className="docgraph-status">
        {row.kind === 'call' ? <CallStatus call={row.call} /> : <CallsStatus row={row} />}
      </td>
      <td className="docgraph-ms">{formatMs(spanOfRow(row).end - spanOfRow(row).start)}</td>
      <td className="docgraph-chart">
        <Bar row={row} scale={scale} isCritical={row.kind === 'call' && state.critical.includes(row.call)} />
      </td>
    </tr>
  );
}

function Name({ row, state: { planned, data } }: { row: Row; state: WaterfallState }) {
  if (row.kind === 'level') return <LevelName level={row.level} />;
  if (row.kind === 'group') return <GroupName group={row.group} planned={plannedFor(row.group.fields, planned)} />;
  const title = recordTitle(data, row.call.responsePath);
  return (
    <>
      {row.depth === 2 && <b>{row.call.operation}</b>}
      {title !== undefined && <span className="docgraph-record">{title}</span>}
      <Url method={row.call.method} parts={row.url} />
    </>
  );
}

function LevelName({ level: { level, calls } }: { level: Level }) {
  return (
    <>
      <strong>Level {level}</strong>
      <span>{plural(calls.length, 'call')}</span>
    </>
  );
}

function GroupName({ group, planned }: { group: CallGroup; planned: number | null | undefined }) {
  return (
    <>
      <b>{group.operation}</b>
      <span className="docgraph-count">
        ×{formatNumber(group.calls.length)}
        {planned !== undefined && <small> of {formatMost(planned)}</small>}
      </span>
      <span className="docgraph-fields">{group.fields.map((field) => field.split('.').at(-1)).join(', ')}</span>
    </>
  );
}

/** The URL, where what distinguishes it from others of its group stands out. */
function Url({ method, parts }: { method: string; parts: readonly UrlPart[] }) {
  return (
    <code className="docgraph-url">
      {method !== 'GET' && <span className="docgraph-method">{method}</span>}
      {parts.map(({ start, text, isDistinct }) =>
        isDistinct ? <mark key={start}>{text}</mark> : <span key={start}>{text}</span>,
      )}
    </code>
  );
}

function CallStatus({ call }: { call: TimedCall }) {
  return (
    <>
      {call.status ?? 'no response'}
      {marksOf(call).map((mark) => (
        <MarkLabel key={mark} mark={mark} text={markText(call, mark)} />
      ))}
    </>
  );
}

function CallsStatus({ row }: { row: LevelRow | GroupRow }) {
  const calls = callsOf(row);
  const counts = countMarks(calls);
  const statuses = row.kind === 'group' ? [...new Set(calls.map(({ status }) => status ?? 'no response'))] : [];
  return (
    <>
      {statuses.join(', ')}
      {[...counts].map(([mark, count]) => (
        <MarkLabel key={mark} mark={mark} text={`${count} ${mark}`} />
      ))}
    </>
  );
}

function MarkLabel({ mark, text }: { mark: Mark; text: string }) {
  return (
    <span className={`docgraph-mark docgraph-${mark}`}>
      <MarkIcon mark={mark} />
      {text}
    </span>
  );
}

/** A call's time, or how many of several calls were in flight over time. */
function Bar({ row, scale, isCritical }: { row: Row; scale: TimeScale; isCritical: boolean }) {
  const { start, end } = spanOfRow(row);
  const place = { left: placeOf(start, scale), width: lengthOf(end - start, scale) };
  if (row.kind === 'call') {
    return (
      <span
        className="docgraph-bar"
        data-failed={marksOf(row.call).includes('failed')}
        data-critical={isCritical}
        style={{ ...place, ...phaseStops(row.call) }}
      >
        {isCritical && <CriticalIcon />}
      </span>
    );
  }
  if (row.kind === 'level') return <span className="docgraph-bar" style={place} />;
  return (
    <svg viewBox={`${scale.start} 0 ${scale.end - scale.start} 1`} preserveAspectRatio="none" aria-hidden="true">
      <path d={areaPath(row.group.calls)} />
    </svg>
  );
}

/** Where the bar changes its color: at the end of the wait for a connection, and at the first byte. */
function phaseStops(call: TimedCall): CSSProperties {
  const phases = phasesOf(call);
  if (phases === undefined || call.ms === 0) return {};
  const share = (ms: number) => `${((100 * ms) / call.ms).toFixed(1)}%`;
  return { '--queued': share(phases.queued), '--waited': share(phases.queued + phases.waited) };
}

function spanOfRow(row: Row): Span {
  if (row.kind === 'call') return { start: row.call.startedAt, end: row.call.end };
  return row.kind === 'group' ? row.group.span : row.level.span;
}
