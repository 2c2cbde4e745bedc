import { useEffect, useState } from 'react'
import { data, useSearchParams } from 'react-router'
import { type PageContext, pageContext } from '#web/context.ts'
import { privateMeta } from '#web/site/meta.ts'
import { Segmented } from '#web/ui/segmented.tsx'
import { TooltipProvider } from '#web/ui/tooltip.tsx'
import { PAGE_SCHEMES, SECTIONS } from './sections.tsx'
import './ui.css'
import { Schemes } from './schemes.tsx'

type LoaderArgs = { context: { get: (key: typeof pageContext) => PageContext } }

/** Available wherever the outbox is: on a developer's machine. */
export function loader({ context }: LoaderArgs): null {
  if (!context.get(pageContext).config.mailOutbox) throw data(null, { status: 404 })
  return null
}
export const meta = () => privateMeta('Design system')

/** Every component in every state, in both schemes; with ?section=dates&section=lists only these sections. */
export default function DesignSystem() {
  const [isLive, setLive] = useState(false)
  const only = useSearchParams()[0].getAll('section')
  const shown = only.length > 0 ? SECTIONS.filter(({ id }) => only.includes(id)) : SECTIONS
  useEffect(() => setLive(true), [])
  return (
    <TooltipProvider>
      <main id="main" className="wrap wide dev" aria-busy={!isLive}>
        <header className="dev-head">
          <div>
            <h1>Design system</h1>
            <p className="quiet">
              Every component in every state, light and dark. This page exists in development only.
            </p>
          </div>
          <PageScheme />
        </header>
        <nav aria-label="Components" className="dev-index">
          <ul>
            {SECTIONS.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ul>
        </nav>
        {shown.map(({ id, title, note, Content }) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`}>
            <h2 id={`${id}-title`}>{title}</h2>
            {note && <p className="quiet dev-note">{note}</p>}
            <Schemes Content={Content} />
          </section>
        ))}
      </main>
    </TooltipProvider>
  )
}

/** Dialogs and toasts are over the page and use its scheme. */
function PageScheme() {
  const [scheme, setScheme] = useState<'system' | 'light' | 'dark'>('system')
  useEffect(() => {
    if (scheme === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = scheme
    return () => {
      delete document.documentElement.dataset.theme
    }
  }, [scheme])
  return <Segmented value={scheme} options={PAGE_SCHEMES} onChange={setScheme} />
}
