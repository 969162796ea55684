import mark from './favicon.svg';

/** The mark of the favicon beside the name. */
export function Logo() {
  return (
    <h1 className="docgraph-logo">
      <img src={mark} width="22" height="22" alt="" />
      docgraph
    </h1>
  );
}
