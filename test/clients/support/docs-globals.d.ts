/** What the code of the documentation takes as given. */
import type { Gateway } from 'docgraph';
import type { Express } from 'express';
import type { OrganizationsQuery } from '../generated/strict/graphql.ts';

declare global {
  const app: Express;
  const createGateway: typeof import('docgraph').createGateway;
  const data: OrganizationsQuery;
  const gateway: Gateway;
  const id: string;
  const readSettings: typeof import('docgraph').readSettings;
  const server: import('node:http').Server;
  const token: string;
  const upstreamUrl: URL;
  const withRecord: typeof import('docgraph').withRecord;
  function histogram(name: string, value: number, labels: object): void;
  function sessionOf(cookie: string | undefined): Promise<{ token: string; userId: string }>;
}
