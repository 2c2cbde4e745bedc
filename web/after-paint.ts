/**
 * A page's scripts start after its first paint. Started with it, they compete with its style sheet and fonts for the
 * network and with its layout for the processor: of the same page on the same phone, Lighthouse measured a first paint
 * after 1.1 s or after 1.7 s, depending on which was faster.
 */
const STARTED = ' type="module" async=""'
const HELD = ' type="text/plain" data-after-paint=""'

/** The router's script, which imports all others; what users write cannot contain these quotes. */
export function holdScripts(html: Buffer): Buffer[] {
  const at = html.indexOf(STARTED)
  return at < 0 ? [html] : [html.subarray(0, at), Buffer.from(HELD), html.subarray(at + STARTED.length)]
}

/** Runs in the head of every page exactly as written here, so it must not use anything from outside. */
function startAfterPaint(): void {
  // Browsers do not report the paint of a page in the background; that one starts once it is read.
  const MAX_WAIT_MS = 1000
  let isStarted = false
  const start = () => {
    if (isStarted) return
    isStarted = true
    for (const held of document.querySelectorAll<HTMLScriptElement>('script[data-after-paint]')) {
      const script = document.createElement('script')
      script.type = 'module'
      script.append(held.textContent)
      document.head.append(script)
    }
  }
  addEventListener('DOMContentLoaded', () => {
    setTimeout(start, document.hidden ? 0 : MAX_WAIT_MS)
    new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
  })
}

export const afterPaintScript = `(${startAfterPaint.toString()})()`
