import type { Config } from '#server/platform/config/config.ts'
import type { Db } from '#server/platform/db/database.ts'
import { listedFrom, pageStarts } from './store.ts'

/** Far below the site map limit of fifty thousand: a page is some 600 KB. */
export const PAGE_SIZE = 5_000

/** The public pages that always exist, whatever the campaigns. */
export const STATIC_PAGES = [
  '/',
  '/campaigns',
  '/how-it-works',
  '/success-stories',
  '/pricing',
  '/help',
  '/contact',
  '/privacy',
  '/terms',
] as const

const document = (root: string, entries: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</${root}>\n`

/** The site map: an index, and pages of bounded size. A hundred thousand campaigns are never in memory at once. */
export async function siteMapIndex(db: Db, appUrl: string, pageSize: number): Promise<string> {
  const starts = await pageStarts(db, pageSize)
  const pages = ['/sitemaps/pages.xml', ...starts.map((id) => `/sitemaps/campaigns-${id}.xml`)]
  return document(
    'sitemapindex',
    pages.map((path) => `<sitemap><loc>${appUrl}${path}</loc></sitemap>`),
  )
}

export const staticSiteMap = (appUrl: string): string =>
  document(
    'urlset',
    STATIC_PAGES.map((path) => `<url><loc>${appUrl}${path}</loc></url>`),
  )

/** Starting with this id. Campaigns listed since the index was read shift a page's end; the next crawl gets all of them. */
export async function campaignSiteMap(
  db: Db,
  appUrl: string,
  { startId, pageSize }: { startId: string; pageSize: number },
): Promise<string> {
  const campaigns = await listedFrom(db, startId, pageSize)
  return document(
    'urlset',
    campaigns.map(
      ({ id, changedAt }) =>
        `<url><loc>${appUrl}/campaigns/${id}</loc><lastmod>${changedAt.toISOString()}</lastmod></url>`,
    ),
  )
}

/** For signed-in people, or made for one of them; search engines find nothing there. */
const PRIVATE = [
  '/api/',
  '/dashboard',
  '/home',
  '/pledges',
  '/create-campaign',
  '/sign-in',
  '/sign-up',
  '/forgot-password',
  '/reset-password',
  '/dev/',
  '/campaigns/*/join',
]
/** Pictures that belong to a link. */
const SHOWN = ['/api/campaigns/*/share.png']

export function robotsText({ isListed, appUrl }: Pick<Config, 'isListed' | 'appUrl'>): string {
  if (!isListed)
    return '# A demo, or cards that charge nobody: not for search engines.\nUser-agent: *\nDisallow: /\n'
  const lines = [
    'User-agent: *',
    ...SHOWN.map((path) => `Allow: ${path}`),
    ...PRIVATE.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${appUrl}/sitemap.xml`,
  ]
  return `${lines.join('\n')}\n`
}
