import { type ComponentType, useState } from 'react'
import type { Scheme } from '#web/styles/contrast.ts'
import { Layer } from '#web/ui/layer.ts'

/** What a section shows; `scheme` makes names unique that must not occur twice on a page. */
export type Shown = ComponentType<{ scheme: Scheme }>

export function Schemes({ Content }: { Content: Shown }) {
  return (
    <div className="dev-schemes">
      <Panel scheme="light" Content={Content} />
      <Panel scheme="dark" Content={Content} />
    </div>
  )
}

/** Floating elements are rendered inside, so that they have the same scheme. */
function Panel({ scheme, Content }: { scheme: Scheme; Content: Shown }) {
  const [layer, setLayer] = useState<HTMLElement | null>(null)
  return (
    <div data-theme={scheme} className="dev-panel" ref={setLayer}>
      <Layer value={layer}>
        <Content scheme={scheme} />
      </Layer>
    </div>
  )
}

/** One component, or one state, under its name. */
export function Case({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="dev-case">
      <p className="dev-name">{name}</p>
      {children}
    </div>
  )
}
