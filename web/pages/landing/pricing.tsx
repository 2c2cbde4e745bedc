import { Link } from 'react-router'
import { dollars } from '#domain/money.ts'
import { landing } from '#web/content/landing.ts'
import { ShareBar } from '#web/parts/marketing/share-bar.tsx'
import { paths } from '#web/paths.ts'

export function Pricing() {
  const { title, text, raised, note } = landing.pricing
  return (
    <section className="wrap grid items-center gap-7 pt-14 lg:grid-cols-[min(26.25rem,44%)_minmax(0,1fr)] lg:gap-16 lg:pt-26">
      <div>
        <h2 className="section-title">
          {title[0]} <br />
          {title[1]}
        </h2>
        <p className="quiet mt-5 mb-3">{text}</p>
        <Link to={paths.pricing} className="text-link">
          What the 25% buys
        </Link>
      </div>
      <ShareBar collected={dollars(raised)} note={note} />
    </section>
  )
}
