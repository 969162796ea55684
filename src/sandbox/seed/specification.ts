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
      [`/${name}`, { get: list(name, summary), post: create(name) }],
      [`/${name}/{id}`, { get: getOne(name) }],
    ]);
  return {
    openapi: '3.1.0',
    info: { title: slug, version: `1.${version}.0`, contact: { email: `api@${company.domain}` } },
    servers: [{ url: `https://api.${company.domain}` }],
    paths: Object.fromEntries(paths),
  };
}

const list = (name: string, summary: string) => ({
  summary,
  operationId: `list-${name}`,
  responses: { 200: json(`A page of ${name}`), ...failures },
});

const create = (name: string) => ({
  summary: `Create one of: ${name}`,
  operationId: `create-${name}`,
  responses: { 201: json(`The new record of ${name}`), ...failures },
});

const getOne = (name: string) => ({
  summary: `Get one of: ${name}`,
  operationId: `get-${name}`,
  parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
  responses: { 200: json(`One record of ${name}`), 404: { description: 'There is no such record' }, ...failures },
});

const json = (description: string) => ({
  description,
  content: { 'application/json': { schema: { type: 'object' } } },
});

const failures = {
  401: { description: 'The token is missing or invalid' },
  429: { description: 'Too many requests' },
};
