import { createGateway, readSettings } from '../../../src/index.ts';
import { announceUrl, upstreamUrl } from './subject.ts';

// Several gateways in one process, one for each set of environment variables in the argument, which is a JSON array. What V8
// compiled is then the same for all of them, and the difference between them is that of their settings.

const environments = JSON.parse(process.argv[2] ?? '[]') as Record<string, string>[];
for (const environment of environments) {
  const settings = readSettings({ HOST: '127.0.0.1', PORT: '0', EXPLAIN: 'false', ...environment });
  const gateway = await createGateway({ settings, upstreamUrl });
  announceUrl(`${await gateway.listen()}/graphql`);
}
