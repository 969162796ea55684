/** What `tsc` has to accept and to reject: code over the types of Relay's compiler. It is checked, and never runs. */
import type { Organizations$data } from '../generated/relay/Organizations.graphql.ts';
import type { PrependComment$variables } from '../generated/relay/PrependComment.graphql.ts';
import type { VisibleSitesOrError$data } from '../generated/relay/VisibleSitesOrError.graphql.ts';
import type { VisibleSitesOrThrow$data } from '../generated/relay/VisibleSitesOrThrow.graphql.ts';

/** With `@throwOnFieldError`. */
export function strictTitles(data: VisibleSitesOrThrow$data): string[] {
  return data.organizations.nodes.flatMap(({ title, sites }) => [title, ...sites.nodes.map((site) => site.title)]);
}

/** Without it. */
export function plainTitles(data: Organizations$data): (string | null | undefined)[] | undefined {
  // @ts-expect-error: the connection can be null
  data.organizations.nodes;
  return data.organizations?.nodes?.map((organization) => organization?.title);
}

/** With `@catch`: strict inside of it. */
export function caughtTitles(data: VisibleSitesOrError$data): string[] {
  const sites = data.organizations?.nodes?.[0]?.sites;
  // @ts-expect-error: there may be an error instead of a value
  sites?.value;
  return sites?.ok ? sites.value.nodes.map(({ title }) => title) : [];
}

// @ts-expect-error: the input needs a body
export const incomplete: PrependComment$variables = { input: { changeRequestId: 'id' }, connections: [] };
