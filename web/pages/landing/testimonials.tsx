import { landing } from '#web/content/landing.ts'
import { BAND } from '#web/parts/marketing/look.ts'
import { Tally } from '#web/ui/tally.tsx'

const QUOTE =
  'border-t border-boardline py-6 first:border-t-0 lg:border-t-0 lg:border-l lg:px-9 lg:py-1 lg:first:border-l-0 lg:first:pl-0 lg:last:pr-0'

export function Testimonials() {
  const { title, quotes, note } = landing.testimonials
  return (
    <section className={BAND}>
      <div className="wrap">
        <h2 className="section-title">{title}</h2>
        <ul className="mt-6 grid lg:mt-11 lg:grid-cols-3">
          {quotes.map(({ quote, who, where }) => (
            <li key={who} className={QUOTE}>
              <figure className="lg:flex lg:h-full lg:flex-col">
                <Tally className="h-[2.0625rem] w-10" />
                <blockquote className="mt-3.5 max-w-[40ch] large-[1.25] leading-[1.45]">{quote}</blockquote>
                <figcaption className="mt-4 grid text-boardmuted lg:mt-auto lg:pt-5">
                  <strong className="text-boardink">{who}</strong>
                  <span>{where}</span>
                </figcaption>
              </figure>
            </li>
          ))}
        </ul>
        {note && <p className="fine mt-7 text-boardmuted">{note}</p>}
      </div>
    </section>
  )
}
