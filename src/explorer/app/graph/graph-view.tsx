import { useDocExplorerActions } from '@graphiql/plugin-doc-explorer/dist/index.js';
import { useGraphiQL } from '@graphiql/react';
import type { GraphQLSchema } from 'graphql';
import { type MouseEvent, useMemo, useState } from 'react';
import { showDocs } from '../docs/show-docs.ts';
import { Builder } from './builder.tsx';
import { type PlacedEdge, type PlacedNode, placed } from './layout.ts';
import { type GraphEdge, type ResourceGraph, resourceGraph, rootName } from './model.ts';
import { type Steps, useBuilder } from './use-builder.ts';

interface GraphViewProps {
  steps: Steps;
  onLeave: () => void;
}

/** The types of records as boxes, of which a query is built. `onLeave` is called when it was opened, or a type's documentation. */
export default function GraphView({ steps, onLeave }: GraphViewProps) {
  const schema = useGraphiQL((state) => state.schema);
  const graph = useMemo(() => schema && resourceGraph(schema), [schema]);
  if (!schema || !graph) return <p>The schema is not loaded.</p>;
  return <Graph schema={schema} graph={graph} steps={steps} onLeave={onLeave} />;
}

interface GraphProps extends GraphViewProps {
  schema: GraphQLSchema;
  graph: ResourceGraph;
}

function Graph({ schema, graph, steps, onLeave }: GraphProps) {
  const [active, setActive] = useState<string>();
  const builder = useBuilder(schema, graph, steps);
  const picture = useMemo(() => placed(graph), [graph]);
  const showType = useShowType(schema);
  const { nodes, edges, viewBox } = picture;
  const { x, y, width, height } = viewBox;
  const path = [rootName, ...builder.types];
  const isChosen = ({ from, to }: GraphEdge) => path.some((name, i) => name === from && path[i + 1] === to);
  return (
    <>
      <p className="docgraph-graph-note" aria-live="polite">
        {active === undefined
          ? 'Lines lead from a record to those that it contains. Choose types, one after the other, to build a query.'
          : describe(active, graph.edges)}
      </p>
      <div className="docgraph-graph-body">
        <div className="docgraph-graph-picture" ref={scrollToMiddle}>
          <svg viewBox={`${x} ${y} ${width} ${height}`} style={{ minWidth: width * 0.6, maxWidth: width * 1.4 }}>
            <title>Types of records</title>
            {edges.map((edge) => (
              <Edge
                key={`${edge.from} ${edge.to}`}
                edge={edge}
                isActive={edge.from === active || edge.to === active || isChosen(edge)}
              />
            ))}
            {nodes.map((node) => (
              <Box
                key={node.name}
                node={node}
                isChosen={path.includes(node.name)}
                onActive={setActive}
                onChoose={builder.choose}
              />
            ))}
          </svg>
        </div>
        <Builder
          state={builder}
          onOpen={onLeave}
          onShowDocs={(name) => {
            showType(name);
            onLeave();
          }}
        />
      </div>
    </>
  );
}

function useShowType(schema: GraphQLSchema): (name: string) => void {
  const { push, reset } = useDocExplorerActions();
  return (name) => {
    const def = schema.getType(name);
    if (!def) return;
    reset();
    push({ name: def.name, def });
    showDocs();
  };
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
  /** Whether the query leads through it. */
  isChosen: boolean;
  onActive: (name: string | undefined) => void;
  onChoose: (name: string) => void;
}

function Box({ node, isChosen, onActive, onChoose }: BoxProps) {
  const { name, fields, x, y, width, height } = node;
  const onClick = (event: MouseEvent) => {
    event.preventDefault();
    onChoose(name);
  };
  return (
    <g transform={`translate(${x - width / 2} ${y - height / 2})`}>
      <a
        href={`./#graph-${name}`}
        aria-label={`${name}, ${fields} fields: read it with the query`}
        className={isChosen ? 'docgraph-box docgraph-box-chosen' : 'docgraph-box'}
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
