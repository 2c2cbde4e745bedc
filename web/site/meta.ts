import { brand } from '#web/content/brand.ts'

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
