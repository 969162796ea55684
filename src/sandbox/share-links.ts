import type { Contract } from '../resources/contract.ts';
import type { ShareLink } from '../resources/share-links/contract.ts';
import type { Handlers } from './handlers.ts';
import { siteOrigin } from './publishing.ts';
import type { ShareLinkRow, SiteRow } from './rows.ts';
import { shareLinkOf, siteFor } from './site-access.ts';
import type { Store } from './store.ts';

/** Share links of a site. Their URLs contain the secret key, so reading them requires the `edit` permission. */
export const shareLinks: Handlers<Contract['shareLinks']> = {
  list: ({ path, paginate, ...session }) => {
    const { store } = session;
    const site = siteFor(session, path, 'edit');
    return paginate(store.shareLinks.by('site', site.id), (row) => shareLinkRecord(store, site, row));
  },

  create: ({ path, body, ...session }) => {
    const { store } = session;
    const site = siteFor(session, path, 'edit');
    const row = store.shareLinks.insert({
      id: store.newId(),
      site: site.id,
      name: body.name,
      key: store.newId(),
      active: true,
      createdAt: store.clock.iso(),
    });
    return shareLinkRecord(store, site, row);
  },

  delete: ({ path, ...session }) => {
    const site = siteFor(session, path, 'edit');
    session.store.shareLinks.remove(shareLinkOf(session.store, site, path.shareLinkId));
  },

  update: ({ path, body, ...session }) => {
    const { store } = session;
    const site = siteFor(session, path, 'edit');
    return shareLinkRecord(store, site, store.shareLinks.update(shareLinkOf(store, site, path.shareLinkId), body));
  },
};

/** The record has its URL even if the link is inactive or the site is unpublished; the URL opens nothing then. */
function shareLinkRecord(store: Store, site: SiteRow, { site: _, key, ...fields }: ShareLinkRow): ShareLink {
  return { object: 'share-link', ...fields, urls: { published: `${siteOrigin(store, site)}/${key}` } };
}
