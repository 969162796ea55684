import { Window } from 'happy-dom';

const window = new Window();

// React needs these. All others stay as Node has them: `fetch` above all.
Object.assign(globalThis, { window, document: window.document });
globalThis.navigator ??= window.navigator as unknown as Navigator;
