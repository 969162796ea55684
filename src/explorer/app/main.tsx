import { createRoot } from 'react-dom/client';
import 'graphiql/setup-workers/vite';
import '@graphiql/react/font/roboto.css';
import '@graphiql/react/font/fira-code.css';
import '@graphiql/react/style.css';
import '@graphiql/plugin-history/style.css';
import '@graphiql/plugin-doc-explorer/style.css';
import 'graphiql/graphiql.css';
import './style.css';
import { readConfig } from './config.ts';
import { Explorer } from './explorer.tsx';
import { examplesWithIds } from './starting-ids.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element #root.');
const config = readConfig(document);
createRoot(root).render(<Explorer config={config} examples={await examplesWithIds(config)} />);
