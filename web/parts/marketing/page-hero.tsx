import type { ReactNode } from 'react'
import { HERO_ART } from '#web/ui/hero.ts'

/** The top of a page of text: its name on the dark side of a field, nothing on the lit one. */
export function PageHero({
  title,
  lead,
  art,
  children,
}: {
  title: string
  lead: string
  art: string
  children?: ReactNode
}) {
  return (
    <section className="hero">
      <img className={HERO_ART} src={`/art/${art}-wide.svg`} alt="" fetchPriority="high" />
      <div className="wrap pt-33 pb-10 lg:pt-21 lg:pb-18">
        <h1 className="title">{title}</h1>
        <p className="lead mt-3.5 max-w-[44ch] text-balance lg:large-[1.25]">{lead}</p>
        {children}
      </div>
    </section>
  )
}
