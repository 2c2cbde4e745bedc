import { faEnvelope, faPhone } from '@fortawesome/free-solid-svg-icons'
import { brand } from '#web/content/brand.ts'
import { contact } from '#web/content/contact.ts'
import { Icon } from '#web/ui/icon.tsx'
import { ContactMessage } from './contact-form.tsx'

const telephone = (phone: string): string => `tel:${phone.replace(/[^\d+]/g, '')}`

/** How to reach the provider: on the landing page under its own title, on the contact page under the page's. */
export function ContactSection({ title }: { title?: string }) {
  return (
    <section className="contact">
      <div className="wrap">
        <div className="contact-words">
          {title && (
            <>
              <h2 className="section-title">{title}</h2>
              <p className="lead">{contact.lead}</p>
            </>
          )}
          <ul className="contact-ways">
            <li>
              <Icon icon={faEnvelope} />
              <a href={`mailto:${brand.contactEmail}`}>{brand.contactEmail}</a>
            </li>
            <li>
              <Icon icon={faPhone} />
              <a href={telephone(brand.contactPhone)}>{brand.contactPhone}</a>
            </li>
          </ul>
        </div>
        <ContactMessage level={title ? 3 : 2} />
        <dl className="contact-promises">
          {contact.promises.map(({ title, text }) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd className="quiet">{text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}
