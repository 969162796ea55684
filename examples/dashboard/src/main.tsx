import { FieldError } from 'docgraph/client';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import './styles/tokens.css';
import './styles/base.css';
import './styles/components.css';
import './styles/layout.css';
import './styles/sites.css';
import './styles/discussion.css';

const root = createRoot(document.getElementById('root') as HTMLElement, {
  // A field that failed is shown in its place. Any other error in a component is a mistake in the program.
  onCaughtError: (error) => {
    if (!(error instanceof FieldError)) console.error(error);
  },
});
root.render(
  <StrictMode>
    <App />
  </StrictMode>,
);
