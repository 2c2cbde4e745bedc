import { landing } from '#web/content/landing.ts'
import { Tally } from '#web/ui/tally.tsx'

export function Testimonials() {
  const { title, quotes, note } = landing.testimonials
  return (
    <section className="band">
      <div className="wrap">
        <h2 className="section-title">{title}</h2>
        <ul className="quotes">
          {quotes.map(({ quote, who, where }) => (
            <li key={who}>
              <figure>
                <Tally className="tally" />
                <blockquote>{quote}</blockquote>
                <figcaption>
                  <strong>{who}</strong>
                  <span>{where}</span>
                </figcaption>
              </figure>
            </li>
          ))}
        </ul>
        {note && <p className="fine band-note">{note}</p>}
      </div>
    </section>
  )
}
