import { faEnvelope, faPhone } from '@fortawesome/free-solid-svg-icons'
import { brand } from '#web/content/brand.ts'
import { contact } from '#web/content/contact.ts'
import { Icon } from '#web/ui/icon.tsx'
import { ContactMessage } from './contact-form.tsx'

const telephone = (phone: string): string => `tel:${phone.replace(/[^\d+]/g, '')}`

const WAY = 'flex min-h-11 items-center gap-3 text-[1.125rem] font-semibold'
const ADDRESS = 'inline-flex min-h-11 items-center underline underline-offset-4 wrap-anywhere'

/** How to reach the provider: on the landing page under its own title, on the contact page under the page's. */
export function ContactSection({ title }: { title?: string }) {
  const apart = title ? 'mt-14 border-t border-line lg:mt-26' : ''
  return (
    <section className={`contact bg-sunken py-14 lg:py-22 ${apart}`}>
      <div className="wrap grid gap-8 lg:grid-cols-[minmax(0,1fr)_min(40rem,58%)] lg:grid-rows-[auto_1fr] lg:gap-x-16 lg:gap-y-7">
        <div>
          {title && (
            <>
              <h2 className="section-title">{title}</h2>
              <p className="lead mt-3 text-balance">{contact.lead}</p>
            </>
          )}
          <ul className={`grid gap-1 ${title ? 'mt-5' : ''}`}>
            <li className={WAY}>
              <Icon icon={faEnvelope} />
              <a href={`mailto:${brand.contactEmail}`} className={ADDRESS}>
                {brand.contactEmail}
              </a>
            </li>
            <li className={WAY}>
              <Icon icon={faPhone} />
              <a href={telephone(brand.contactPhone)} className={ADDRESS}>
                {brand.contactPhone}
              </a>
            </li>
          </ul>
        </div>
        <ContactMessage level={title ? 3 : 2} />
        <dl className="grid max-w-[44ch] content-start gap-4.5 md:max-lg:max-w-none md:max-lg:grid-cols-3 lg:border-t lg:border-control lg:pt-7">
          {contact.promises.map(({ title, text }) => (
            <div key={title}>
              <dt className="font-display large-[1.5] leading-[1.1] font-[750]">{title}</dt>
              <dd className="quiet mt-1">{text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}
