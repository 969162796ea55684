/**
 * Copies text to the clipboard. Browsers offer their clipboard to pages on HTTPS and on this machine only. Rejects where the
 * browser does not copy.
 */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard !== undefined) return await navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  document.body.append(area);
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  if (!isCopied) throw new Error('Not copied');
}
