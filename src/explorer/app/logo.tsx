/** The mark of the favicon beside the name. */
export function Logo() {
  return (
    <span className="docgraph-logo">
      <svg viewBox="0 0 32 32" width="22" height="22" aria-hidden="true">
        <rect width="32" height="32" rx="8" fill="#0f766e" />
        <path
          d="M11 9.5v13m0-6.5h4.5a5 5 0 0 0 5-5V10m-9.5 6h4.5a5 5 0 0 1 5 5v1"
          fill="none"
          stroke="#fff"
          strokeWidth="2"
          strokeLinecap="round"
        />
        <g fill="#fff">
          <circle cx="11" cy="8.5" r="3" />
          <circle cx="11" cy="23.5" r="3" />
          <circle cx="21" cy="9" r="3" />
          <circle cx="21" cy="23" r="3" />
        </g>
      </svg>
      docgraph
    </span>
  );
}
