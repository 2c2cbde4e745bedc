import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link, NavLink } from 'react-router'
import type { OutboxMail } from '#domain/schemas/mail.ts'
import { dateTimeText } from '#web/format.ts'
import { browserLoader, publicLoader } from '#web/page-data.ts'
import { paths } from '#web/paths.ts'
import { privateMeta } from '#web/site/meta.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { EmptyState } from '#web/ui/note.tsx'

const SHOWN = 50

const outboxQuery = queryOptions<OutboxMail[]>({
  queryKey: ['mails'],
  meta: { path: '/api/dev/mail' },
  refetchInterval: 5_000,
})

export const loader = publicLoader(() => [outboxQuery])
export const clientLoader = browserLoader(() => [outboxQuery])
export const meta = () => privateMeta('Outbox')

/** Development only: where mail goes while no mail server is configured. */
export default function Mailbox() {
  const { data: mails, isError } = useQuery(outboxQuery)
  return (
    <main id="main" className="wrap grid grid-cols-1 gap-5 py-8">
      <div>
        <h1>Outbox</h1>
        <p className="quiet mt-2">Mail that would have been sent. This page exists in development only.</p>
      </div>
      <MailNav />
      {isError && <EmptyState title="There is no outbox here" level={2} />}
      {mails?.length === 0 && (
        <EmptyState
          level={2}
          title="No mail yet"
          action={
            <Link to={paths.campaigns} className={buttonClass()}>
              Browse Campaigns
            </Link>
          }
        >
          Sign up or pledge, and look again.
        </EmptyState>
      )}
      <ul className="grid grid-cols-1 gap-4">
        {mails?.slice(0, SHOWN).map((mail) => (
          <li key={mail.id}>
            <article className="card pad" aria-label={`${mail.subject}, to ${mail.to}`}>
              <Heading level={2} size="card">
                {mail.subject}
              </Heading>
              <p className="quiet fine mt-1">
                To {mail.to} · {mail.replyTo && `Reply to ${mail.replyTo} · `}
                <time dateTime={mail.createdAt}>{dateTimeText(mail.createdAt, 'America/New_York')}</time>
              </p>
              <p className="mt-4 max-w-[72ch] break-words whitespace-pre-wrap">
                <Linked text={mail.text} />
              </p>
            </article>
          </li>
        ))}
      </ul>
    </main>
  )
}

const ADDRESS = /(https?:\/\/[^\s]+)/

/** Addresses in a mail are links, as for its reader. */
function Linked({ text }: { text: string }) {
  return text.split(ADDRESS).map((part, at) =>
    // Split by the pattern itself: every second part is an address.
    at % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text do not move
      <a key={at} href={part} className="text-link">
        {part}
      </a>
    ) : (
      part
    ),
  )
}

/** Development only: what was sent, and what every kind of mail looks like. */
export function MailNav() {
  return (
    <nav className="tabs" aria-label="Mail">
      <NavLink to={paths.mailbox} end>
        Outbox
      </NavLink>
      <NavLink to={paths.mailSamples()}>Every mail</NavLink>
    </nav>
  )
}
