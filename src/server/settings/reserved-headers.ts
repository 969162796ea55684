/** Headers of REST calls that the gateway sets itself, or that belong to one connection. By lower-case names. */
export const reservedHeaders: readonly string[] = [
  'accept',
  'accept-encoding',
  'authorization',
  'connection',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];
