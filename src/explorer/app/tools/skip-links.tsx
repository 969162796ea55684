/** The first elements that the Tab key reaches: they lead past the tabs and buttons of the page. */
export function SkipLinks() {
  return (
    <nav aria-label="Skip links" className="docgraph-skip">
      <button type="button" onClick={() => focusOn('.graphiql-query-editor :is(textarea, [contenteditable])')}>
        Skip to the query
      </button>
      <button type="button" onClick={() => focusOn('.docgraph-grid table', '.docgraph-collapse')}>
        Skip to the REST calls
      </button>
    </nav>
  );
}

/** Focuses on the first of the elements that is there. */
function focusOn(...selectors: readonly string[]): void {
  const elements = selectors.map((selector) => document.querySelector<HTMLElement>(selector));
  elements.find((element) => element !== null)?.focus();
}
