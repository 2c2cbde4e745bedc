import type { MetaDescriptor } from 'react-router'
import { brand } from '#web/content/brand.ts'
import { promise } from '#web/content/promise.ts'
import type { RootData } from '#web/root.tsx'

/** A picture for link previews. `path` is an address on this site; previews want 1200 × 630. */
type SharePicture = { path: string; alt: string; width: number; height: number }

const SITE_PICTURE: SharePicture = {
  path: '/api/share.png',
  alt: `${promise.headline.join(' ')} ${promise.promise}`,
  width: 1200,
  height: 630,
}

type StructuredData = Extract<MetaDescriptor, { 'script:ld+json': unknown }>['script:ld+json']

export type PublicPage = {
  title: string
  description: string
  /** The page's canonical address, without what a search or a referral adds to it. */
  path: string
  /** Without its own, the site's. */
  picture?: SharePicture
  /** Structured data: schema.org objects without their @context. */
  data?: readonly StructuredData[]
}

export type Matches = readonly ({ id?: string; loaderData?: unknown } | undefined)[]

/** The site's address, and when it was rendered. */
export const rootOf = (matches: Matches): RootData | undefined =>
  matches.find((match) => match?.id === 'root')?.loaderData as RootData | undefined

/** What every public page says about itself: to search engines, and to chats where someone pastes its link. */
export function pageMeta(matches: Matches, page: PublicPage): MetaDescriptor[] {
  const site = rootOf(matches)?.config.appUrl
  const full = (path: string): string => new URL(path, site).href
  const picture = page.picture ?? SITE_PICTURE
  return [
    { title: `${page.title} · ${brand.name}` },
    { name: 'description', content: page.description },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: brand.name },
    { property: 'og:locale', content: 'en_US' },
    { property: 'og:title', content: page.title },
    { property: 'og:description', content: page.description },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(site
      ? [
          { tagName: 'link', rel: 'canonical', href: full(page.path) },
          { property: 'og:url', content: full(page.path) },
        ]
      : []),
    ...(site
      ? [
          { property: 'og:image', content: full(picture.path) },
          { property: 'og:image:alt', content: picture.alt },
          { property: 'og:image:width', content: String(picture.width) },
          { property: 'og:image:height', content: String(picture.height) },
        ]
      : []),
    ...(page.data ?? []).map((item) => ({
      'script:ld+json': { '@context': 'https://schema.org', ...item },
    })),
  ]
}

/** A screen that search engines must not show: signed-in pages, sign-in, pages that do not exist. */
export const privateMeta = (title: string): MetaDescriptor[] => [
  { title: `${title} · ${brand.name}` },
  { name: 'robots', content: 'noindex' },
]

/** Title and description of a page, also for link previews. */
export const titled = (title: string, description?: string, image?: string) => [
  { title: `${title} · ${brand.name}` },
  { property: 'og:title', content: title },
  { property: 'og:site_name', content: brand.name },
  ...(description
    ? [
        { name: 'description', content: description },
        { property: 'og:description', content: description },
      ]
    : []),
  ...(image ? [{ property: 'og:image', content: image }] : []),
]
