/**
 * Replaces `react-style-singleton` (vite.config.ts), through which Radix keeps a page still behind a dialog or a select. That
 * package adds a style element whose text depends on how wide the scroll bar is, which no hash in the Content-Security-Policy
 * can name. The policy does not apply to a constructed style sheet: only a script that already runs can make one.
 */
import { useEffect } from 'react'

type Styles = { styles: string }

/** The first one's styles apply until the last one is unmounted: with them there is no scroll bar left to measure. */
export function styleSingleton() {
  let mounted = 0
  let sheet: CSSStyleSheet | undefined

  function add(styles: string): void {
    mounted += 1
    if (mounted > 1) return
    sheet = new CSSStyleSheet()
    sheet.replaceSync(styles)
    document.adoptedStyleSheets.push(sheet)
  }
  function remove(): void {
    mounted -= 1
    if (mounted > 0) return
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
  }

  // biome-ignore lint/correctness/noComponentHookFactories: as in the package it replaces
  return function Style({ styles }: Styles): null {
    // biome-ignore lint/correctness/useExhaustiveDependencies: later styles are not applied
    useEffect(() => {
      add(styles)
      return remove
    }, [])
    return null
  }
}
