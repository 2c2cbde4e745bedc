import { useEffect } from 'react'
import { brand } from '#web/content/brand.ts'

/** The tab's title once the page's content is known: it tells tabs apart for someone with forty campaigns open. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${brand.name}`
  }, [title])
}
