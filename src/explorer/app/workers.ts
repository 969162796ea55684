import LanguageWorker from './language.worker.ts?worker';

// `globalThis` has no type for it: only the global scope's `declare let` of Monaco's types does.
Object.assign(globalThis, {
  MonacoEnvironment: { getWorker: (_id: string, label: string) => new LanguageWorker({ name: label }) },
});
