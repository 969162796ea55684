import type { CompanySeed } from './companies/company.ts';

const resources: Record<string, string> = {
  shipments: 'Shipments from the first scan to the signature',
  routes: 'Routes of one depot and day',
  devices: 'Devices that report positions or measurements',
  exports: 'Files made for other systems',
};

/** A small OpenAPI document; every version adds one resource. */
export function specification(slug: string, company: CompanySeed, version: number): Record<string, unknown> {
  const paths = Object.entries(resources)
    .slice(0, version + 1)
    .flatMap(([name, summary]) => [
      [`/${name}`, { get: { summary, operationId: `list-${name}` }, post: { summary: `Create one of: ${name}` } }],
      [`/${name}/{id}`, { get: { summary: `Get one of: ${name}`, operationId: `get-${name}` } }],
    ]);
  return {
    openapi: '3.1.0',
    info: { title: slug, version: `1.${version}.0`, contact: { email: `api@${company.domain}` } },
    servers: [{ url: `https://api.${company.domain}` }],
    paths: Object.fromEntries(paths),
  };
}
