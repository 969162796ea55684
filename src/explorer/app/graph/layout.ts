import { Graph, layout } from '@dagrejs/dagre';
import type { GraphEdge, GraphNode, ResourceGraph } from './model.ts';

/** A type with the place of its box: the centre, in pixels. */
export interface PlacedNode extends GraphNode {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface PlacedEdge extends GraphEdge {
  /** SVG path. */
  path: string;
}

export interface PlacedGraph {
  nodes: PlacedNode[];
  /** What contains what, as it is drawn. */
  edges: PlacedEdge[];
  /** The part of the plane that holds everything, as the `viewBox` of an SVG. */
  viewBox: Box;
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const height = 34;
/** Width of a letter in the font of the boxes, about. */
const letterWidth = 7.6;

/**
 * Places the types of a graph from top to bottom, by what contains what. Only these edges are drawn: with the references from
 * each record to its owners, nothing could be seen.
 */
export function placed({ nodes, edges }: ResourceGraph): PlacedGraph {
  const graph = new Graph();
  graph.setGraph({ rankdir: 'TB', nodesep: 16, ranksep: 46 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { name } of nodes) graph.setNode(name, { width: Math.round(name.length * letterWidth) + 28, height });
  const drawn = edges.filter(({ from, to, contains }) => contains && from !== to);
  for (const { from, to } of drawn) graph.setEdge(from, to);
  layout(graph);
  return {
    nodes: nodes.map((node) => ({ ...node, ...graph.node(node.name) })),
    edges: drawn.map((edge) => ({ ...edge, path: pathOf(graph.edge(edge.from, edge.to).points ?? []) })),
    viewBox: boxAround(
      nodes.map(({ name }) => graph.node(name)),
      drawn.flatMap(({ from, to }) => graph.edge(from, to).points ?? []),
    ),
  };
}

interface Point {
  x: number;
  y: number;
}

const margin = 20;

/** Boxes are given by their centres. Lines may reach beyond the boxes. */
function boxAround(boxes: readonly Box[], points: readonly Point[]): Box {
  const corners = boxes.flatMap(({ x, y, ...box }) => [
    { x: x - box.width / 2, y: y - box.height / 2 },
    { x: x + box.width / 2, y: y + box.height / 2 },
  ]);
  const all = [...corners, ...points];
  const xs = all.map(({ x }) => x);
  const ys = all.map(({ y }) => y);
  const [left, top] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
  return { x: left, y: top, width: Math.max(...xs) + margin - left, height: Math.max(...ys) + margin - top };
}

/** A smooth path: each point but the ends is the control point of a curve. */
function pathOf(points: readonly Point[]): string {
  const [start, ...others] = points;
  if (start === undefined) return '';
  const curves = others.slice(0, -1).map((point, i) => {
    const next = others[i + 1] ?? point;
    const end = i === others.length - 2 ? next : { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 };
    return `Q${round(point.x)} ${round(point.y)} ${round(end.x)} ${round(end.y)}`;
  });
  const last = others.at(-1) ?? start;
  const rest = curves.length > 0 ? curves.join('') : `L${round(last.x)} ${round(last.y)}`;
  return `M${round(start.x)} ${round(start.y)}${rest}`;
}

const round = (value: number) => Math.round(value * 10) / 10;
