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

export function Features() {
  const { title, items } = landing.features
  return (
    <section className="wrap features">
      <h2 className="section-title">{title}</h2>
      <ul>
        {items.map(({ icon, title, text }) => (
          <li key={icon}>
            <Icon icon={ICONS[icon]} />
            <div>
              <h3>{title}</h3>
              <p className="quiet">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
