import { useResponse } from '../runs.ts';
import { Comparison } from './comparison.tsx';
import { Tables } from './tables.tsx';
import './results.css';

/** The response of the active tab, as tables and beside a result that was kept. */
export default function ResultsPane() {
  const response = useResponse();
  return (
    <section aria-label="Results" className="docgraph-pane docgraph-form">
      <h2>Results</h2>
      {response === undefined ? (
        <p>Execute an operation: its lists are shown here as tables.</p>
      ) : (
        <>
          <Tables data={response.result.data} />
          <Comparison response={response} />
        </>
      )}
    </section>
  );
}
