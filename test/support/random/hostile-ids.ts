/** Values that a proxy or a server could read as anything but one segment of a path. */
export const hostileIds: readonly string[] = [
  // Segments that a server removes, and what normalizes to them.
  ...['.', '..', '...', '\uff0e\uff0e', '\u2024.', '\u2025'],
  // Separators, alone and in a path.
  ...['a/b', '/', 'a\\b', '../orgs/o1', '..\\orgs\\o1', '/../orgs/o1', './a', 'a/../b', 'https://example.com'],
  // The same, encoded once or several times, also in part.
  ...['%2e', '%2E%2e', '..%2forgs%2Fo1', '%2e%2e/orgs', 'a%2Fb', 'a%5cb', 'a%255Cb', 'a%252Fb', 'a%25252fb', '%c0%af'],
  ...['a%00b', '50%', '%', '%u2215', '%%32%66'],
  // What ends a path, or is removed from it.
  ...['a?b=c', 'a#b', 'a;b', '..;', ';a=1', '..;/orgs'],
  // Look-alikes that a server may normalize.
  ...['a\uff0fb', 'a\uff3cb', '\uff0e\uff0e\uff0forgs', 'a\u2215b', 'a\u2044b', 'a\u2216b', 'a\u29f8b', 'a\u2100b'],
  ...['a\uff1bb', 'a\uff1fb', 'a\uff03b', '\uff05\uff12\uff26'],
  // Control characters, and ends of lines.
  ...['\u0000', 'a\u0000', 'a\r\nx: y', 'a\tb', 'a\nb', '\u007f', 'a\u0085', 'a\u2028b', 'a\u2029b'],
  // Invalid UTF-16.
  ...['\ud800', 'a\udc00', '\udc00\ud800'],
  // Spaces that a server may trim.
  ...[' ', ' a', 'a ', '\u00a0a', 'a\u3000', '\ufeffa', '.. ', ' ..'],
  'x'.repeat(513),
];
