import { useEffect } from 'react'
import { brand } from '#web/content/brand.ts'

/** The tab's name once it is known what the page shows: somebody with forty campaigns open tells them apart by it. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${brand.name}`
  }, [title])
}
