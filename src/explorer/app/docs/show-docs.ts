/** Shows the documentation pane, as its button in the sidebar does: only that button also makes room for it. */
export function showDocs(): void {
  const button = document.querySelector<HTMLButtonElement>(
    '.graphiql-sidebar button[aria-label$="Documentation Explorer"]',
  );
  if (button !== null && !button.classList.contains('active')) button.click();
}
