import { faEnvelope, faPhone } from '@fortawesome/free-solid-svg-icons'
import { useEffect, useRef, useState } from 'react'
import type { ContactReceipt } from '#domain/schemas/contact.ts'
import { brand } from '#web/content/brand.ts'
import { contact } from '#web/content/contact.ts'
import { keepRules } from '#web/rules.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea, TextField } from '#web/ui/field.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Note } from '#web/ui/note.tsx'
import { fieldErrors, useWrite } from '#web/write.ts'

const EMPTY = { name: '', email: '', organization: '', phone: '', message: '', homepage: '' }
type Message = typeof EMPTY
const ORDER = ['name', 'email', 'organization', 'phone', 'message'] as const
const LONGEST_MESSAGE = 4000

const CARD = 'card pad self-start lg:col-start-2 lg:row-[1/3]'

/** The form; after sending, what happened to the message replaces it. */
function ContactMessage({ level }: { level: 2 | 3 }) {
  const [isSent, setSent] = useState(false)
  if (isSent) return <Sent level={level} again={() => setSent(false)} />
  return (
    <div className={CARD}>
      <noscript>
        <p className="note">
          <span>
            {contact.withoutScript}{' '}
            <a href={`mailto:${brand.contactEmail}`} className="text-link">
              {brand.contactEmail}
            </a>
            , <span className="whitespace-nowrap">{brand.contactPhone}</span>
          </span>
        </p>
      </noscript>
      <ContactForm onSent={() => setSent(true)} />
    </div>
  )
}

function ContactForm({ onSent }: { onSent: () => void }) {
  const [message, setMessage] = useState<Message>(EMPTY)
  const send = useWrite<ContactReceipt>({
    request: async () => {
      const { ContactForm: rules } = await import('#domain/schemas/contact.ts')
      keepRules(rules, message)
      return { method: 'POST', path: '/api/contact', payload: message }
    },
    failure: null,
    onSuccess: onSent,
  })
  const refused = fieldErrors(send.error)
  const form = useRef<HTMLFormElement>(null)
  // Runs after the messages are beside their fields, so that they are read out with the field that gets the focus.
  useEffect(() => {
    if (send.error && form.current) focusFirst(form.current, fieldErrors(send.error))
  }, [send.error])
  const field = (name: keyof Message) => ({
    name,
    value: message[name],
    error: refused[name],
    onChange: ({ target: { value } }: { target: { value: string } }) =>
      setMessage((known) => ({ ...known, [name]: value })),
  })
  return (
    <form
      ref={form}
      className="grid gap-4.5 md:grid-cols-2 noscript:hidden"
      noValidate
      aria-label={contact.title}
      onSubmit={(event) => {
        event.preventDefault()
        send.mutate()
      }}
    >
      <TextField label="Name" autoComplete="name" required maxLength={120} {...field('name')} />
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        required
        maxLength={254}
        {...field('email')}
      />
      <TextField
        label="Team, school or organization"
        autoComplete="organization"
        optional
        maxLength={200}
        {...field('organization')}
      />
      <TextField label="Phone" type="tel" autoComplete="tel" optional maxLength={40} {...field('phone')} />
      <TextArea
        label="Message"
        required
        rows={5}
        maxLength={LONGEST_MESSAGE}
        className="md:col-span-full"
        hint={contact.aboutCharges}
        {...field('message')}
      />
      <div className="sr-only" aria-hidden="true">
        <label>
          Leave this empty
          <input type="text" tabIndex={-1} autoComplete="off" {...withoutError(field('homepage'))} />
        </label>
      </div>
      {send.error && Object.keys(refused).length === 0 && (
        <div className="md:col-span-full">
          <Note tone="danger" role="alert">
            {send.error.message}
          </Note>
        </div>
      )}
      <Button
        kind="primary"
        type="submit"
        className="justify-self-start max-sm:justify-self-stretch sm:min-w-45"
        pending={send.isPending && 'Sending...'}
      >
        Send message
      </Button>
    </form>
  )
}

const withoutError = <Field extends { error?: unknown }>({ error: _, ...field }: Field) => field

/** The first field that was refused, in the order of the form. */
function focusFirst(form: HTMLFormElement, refused: Record<string, string>): void {
  const name = ORDER.find((one) => refused[one])
  const control = name ? form.elements.namedItem(name) : null
  if (control instanceof HTMLElement) control.focus()
}

function Sent({ level, again }: { level: 2 | 3; again: () => void }) {
  return (
    <div className={CARD}>
      <Heading level={level} tabIndex={-1} ref={(heading) => heading?.focus()}>
        {contact.sent.title}
      </Heading>
      <p className="quiet mt-3">{contact.sent.text}</p>
      <Button className="mt-6" onClick={again}>
        Write another message
      </Button>
    </div>
  )
}

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
