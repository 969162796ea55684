import type { NextConfig } from 'next';

export default {
  // Not bundled: docgraph reads files of its own package.
  serverExternalPackages: ['docgraph'],
  // Not the folder above, which has a lock file as well.
  turbopack: { root: import.meta.dirname },
  poweredByHeader: false,
} satisfies NextConfig;
