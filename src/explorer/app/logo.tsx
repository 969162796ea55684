import mark from './favicon.svg';

export function Logo() {
  return (
    <h1 className="docgraph-logo">
      <img src={mark} width="22" height="22" alt="" />
      docgraph
    </h1>
  );
}
