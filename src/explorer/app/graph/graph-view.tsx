import { useDocExplorerActions } from '@graphiql/plugin-doc-explorer/dist/index.js';
import { useGraphiQL } from '@graphiql/react';
import { type MouseEvent, useMemo, useState } from 'react';
import { showDocs } from '../docs/show-docs.ts';
import { type PlacedEdge, type PlacedNode, placed } from './layout.ts';
import { type GraphEdge, resourceGraph } from './model.ts';

/** The types of records as boxes that lead to their documentation. `onLeave` is called when one was chosen. */
export default function GraphView({ onLeave }: { onLeave: () => void }) {
  const schema = useGraphiQL((state) => state.schema);
  const { push, reset } = useDocExplorerActions();
  const [active, setActive] = useState<string>();
  const graph = useMemo(() => schema && resourceGraph(schema), [schema]);
  const picture = useMemo(() => graph && placed(graph), [graph]);
  if (!schema || !graph || !picture) return <p>The schema is not loaded.</p>;
  const choose = (name: string) => {
    const def = name === 'Query' ? schema.getQueryType() : schema.getType(name);
    if (!def) return;
    reset();
    push({ name: def.name, def });
    showDocs();
    onLeave();
  };
  const { nodes, edges, viewBox } = picture;
  const { x, y, width, height } = viewBox;
  return (
    <>
      <p className="docgraph-graph-note" aria-live="polite">
        {active === undefined
          ? 'Lines lead from a record to those that it contains. Choose a type to read its documentation.'
          : describe(active, graph.edges)}
      </p>
      <div className="docgraph-graph-picture" ref={scrollToMiddle}>
        <svg viewBox={`${x} ${y} ${width} ${height}`} style={{ minWidth: width * 0.85, maxWidth: width * 1.4 }}>
          <title>Types of records</title>
          {edges.map((edge) => (
            <Edge key={`${edge.from} ${edge.to}`} edge={edge} isActive={edge.from === active || edge.to === active} />
          ))}
          {nodes.map((node) => (
            <Box key={node.name} node={node} onActive={setActive} onChoose={choose} />
          ))}
        </svg>
      </div>
    </>
  );
}

/** Shows the middle first, where the picture is wider than the screen. */
function scrollToMiddle(element: HTMLElement | null): void {
  element?.scrollTo({ left: (element.scrollWidth - element.clientWidth) / 2 });
}

function Edge({ edge: { path }, isActive }: { edge: PlacedEdge; isActive: boolean }) {
  return <path d={path} className={isActive ? 'docgraph-edge docgraph-edge-active' : 'docgraph-edge'} />;
}

interface BoxProps {
  node: PlacedNode;
  onActive: (name: string | undefined) => void;
  onChoose: (name: string) => void;
}

function Box({ node: { name, fields, x, y, width, height }, onActive, onChoose }: BoxProps) {
  const onClick = (event: MouseEvent) => {
    event.preventDefault();
    onChoose(name);
  };
  return (
    <g transform={`translate(${x - width / 2} ${y - height / 2})`}>
      <a
        href={`./#docs-${name}`}
        aria-label={`${name}, ${fields} fields: show the documentation`}
        className="docgraph-box"
        onClick={onClick}
        onMouseEnter={() => onActive(name)}
        onMouseLeave={() => onActive(undefined)}
        onFocus={() => onActive(name)}
        onBlur={() => onActive(undefined)}
      >
        <rect width={width} height={height} rx="8" />
        <text x={width / 2} y={height / 2} dominantBaseline="central" textAnchor="middle">
          {name}
        </text>
      </a>
    </g>
  );
}

/** The fields that lead from a type to other types of records. */
function describe(name: string, edges: readonly GraphEdge[]): string {
  const fields = edges.filter(({ from }) => from === name).flatMap((edge) => edge.fields);
  return fields.length === 0 ? `${name} leads to no other records.` : `${name} leads on by ${fields.join(', ')}.`;
}
