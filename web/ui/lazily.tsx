import { type ComponentType, lazy } from 'react'
import { Note } from './note.tsx'

/**
 * A part of a page that is loaded when first shown; render it inside Suspense. When it fails to load, offline or because
 * a newer version was deployed, `Missing` is shown instead and the page stays. `preload` fetches it before it is
 * needed.
 */
export function lazily<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Missing: ComponentType<Props> = NotLoaded,
) {
  const Part = lazy(() =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: Missing }),
    ),
  )
  const Marked = (props: Props) => (
    <>
      <template data-waits="" ref={markHydrated} />
      <Part {...props} />
    </>
  )
  return Object.assign(Marked, { preload: () => void load().catch(() => undefined) })
}

/** The server's HTML is marked until its own code has loaded: a press on it waits that long (pre-hydration). */
const markHydrated = (mark: HTMLTemplateElement | null): void => mark?.removeAttribute('data-waits')

function NotLoaded() {
  return (
    <Note tone="danger" role="alert">
      This part of the page could not be loaded. Check your connection, then reload the page. You will not
      lose anything.
    </Note>
  )
}
