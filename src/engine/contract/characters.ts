/**
 * Number of characters of a text: one beyond the basic plane is one, though JavaScript counts it as two. Texts that are far too long
 * are not looked through.
 */
export function charactersOf(text: string, most: number): number {
  return text.length > 4 * most ? text.length : [...text].length;
}
