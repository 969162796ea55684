/** The request for what has the path of its parent. */
export function ofParent<Path>({ key }: { readonly key: Path }): { path: Path } {
  return { path: key };
}
