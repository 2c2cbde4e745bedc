import {
  faBullhorn,
  faCreditCard,
  faEnvelopeOpenText,
  faEyeSlash,
  faFileInvoiceDollar,
  faHandHoldingDollar,
  faMobileScreenButton,
  faUserCheck,
} from '@fortawesome/free-solid-svg-icons'
import { landing } from '#web/content/landing.ts'
import { Icon } from '#web/ui/icon.tsx'

type Feature = (typeof landing.features.items)[number]
const ICONS: Record<Feature['icon'], typeof faEyeSlash> = {
  maximum: faHandHoldingDollar,
  two: faUserCheck,
  statement: faEnvelopeOpenText,
  phone: faMobileScreenButton,
  ambassador: faBullhorn,
  payment: faCreditCard,
  books: faFileInvoiceDollar,
  private: faEyeSlash,
}

const LIST = 'mt-7 grid md:grid-cols-2 md:gap-x-10 lg:mt-11 lg:grid-cols-4 lg:gap-x-8 lg:gap-y-3'
const FEATURE =
  'grid grid-cols-[2.75rem_minmax(0,1fr)] gap-3.5 border-t border-line py-4.5 lg:grid-cols-[minmax(0,1fr)] lg:content-start lg:border-t-[3px] lg:border-ink lg:py-5.5'

export function Features() {
  const { title, items } = landing.features
  return (
    <section className="wrap pt-14 lg:pt-26">
      <h2 className="section-title lg:max-w-[18ch]">{title}</h2>
      <ul className={LIST}>
        {items.map(({ icon, title, text }) => (
          <li key={icon} className={FEATURE}>
            <Icon icon={ICONS[icon]} className="mt-0.5 size-7.5 text-turf" />
            <div>
              <h3>{title}</h3>
              <p className="quiet mt-1">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
