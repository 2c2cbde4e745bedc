import type { ReactNode } from 'react'

/** A card on the touchline: one thing to do, and the field behind it. */
export function AuthFrame({
  title,
  lead,
  children,
  below,
}: {
  title: string
  lead: string
  children: ReactNode
  below: ReactNode
}) {
  return (
    <main id="main" className="hero grid place-items-center px-4 py-12 lg:py-20">
      <img className="art" src="/art/soccer-0-wide.svg" alt="" />
      <section className="card w-full max-w-[480px] p-6 text-ink shadow-(--sh3) md:p-9">
        <h1>{title}</h1>
        <p className="mt-2 mb-6 text-ink2">{lead}</p>
        {children}
        <p className="mt-6 border-t border-line pt-5 text-ink2">{below}</p>
      </section>
    </main>
  )
}
