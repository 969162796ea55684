import LanguageWorker from './language.worker.ts?worker';

const editors = '.graphiql-editors, .graphiql-response';

/** Resolves when the pointer or the focus reaches an editor for the first time. */
const editorIsUsed = new Promise<void>((resolve) => {
  const onUse = ({ target }: Event) => {
    if (!(target instanceof Element) || target.closest(editors) === null) return;
    for (const type of events) document.removeEventListener(type, onUse);
    resolve();
  };
  const events = ['pointerover', 'focusin'];
  for (const type of events) document.addEventListener(type, onUse);
});

/** What checks, completes and describes texts loads when an editor is used. Until then, Monaco keeps its messages. */
async function getWorker(_id: string, label: string): Promise<Worker> {
  await editorIsUsed;
  return new LanguageWorker({ name: label });
}

// `globalThis` has no type for it: only the global scope's `declare let` of Monaco's types does.
Object.assign(globalThis, { MonacoEnvironment: { getWorker } });
