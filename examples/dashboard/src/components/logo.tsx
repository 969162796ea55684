/** The mark of the dashboard. */
export function Logo() {
  return <img className="logo" src="/favicon.svg" alt="" width={28} height={28} />;
}
