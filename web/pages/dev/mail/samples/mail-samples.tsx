import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, NavLink, useParams } from 'react-router'
import type { MailSampleEntry } from '#domain/schemas/mail.ts'
import { browserLoader, publicLoader } from '#web/page-data.ts'
import { MailNav } from '#web/pages/dev/mail/mailbox.tsx'
import { paths } from '#web/paths.ts'
import { mailSamplesQuery } from '#web/queries/mail.ts'
import { privateMeta } from '#web/site/meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { EmptyState } from '#web/ui/note.tsx'
import './mail-samples.css'

export const loader = publicLoader(() => [mailSamplesQuery])
export const clientLoader = browserLoader(() => [mailSamplesQuery])
export const meta = () => privateMeta('Every mail')

/** Development only: every mail with sample data, as it looks in light and dark, and as plain text. */
export default function MailSamples() {
  const { name } = useParams()
  const { data: samples } = useQuery(mailSamplesQuery)
  const at = Math.max(0, samples?.findIndex((one) => one.name === name) ?? 0)
  const sample = samples?.[at]
  return (
    <main id="main" className="wrap wide grid gap-6 py-8">
      <div>
        <h1>Every mail</h1>
        <p className="quiet mt-2">
          What the product sends, with sample data. This page exists in development only.
        </p>
      </div>
      <MailNav />
      {samples && sample ? (
        <div className="mail-samples">
          <List samples={samples} current={sample} />
          <Sample key={sample.name} sample={sample} next={samples[at + 1]} previous={samples[at - 1]} />
        </div>
      ) : (
        <EmptyState title="There is nothing here" level={2} />
      )}
    </main>
  )
}

function List({ samples, current }: { samples: MailSampleEntry[]; current: MailSampleEntry }) {
  const groups = Map.groupBy(samples, ({ group }) => group)
  return (
    <nav aria-label="Mails" className="mail-list">
      {[...groups].map(([group, mails]) => (
        <section key={group}>
          <h2>{group}</h2>
          <ul>
            {mails.map(({ name, when }) => (
              <li key={name}>
                <NavLink
                  to={paths.mailSamples(name)}
                  aria-current={name === current.name ? 'page' : undefined}
                >
                  {when}
                </NavLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}

type Neighbor = MailSampleEntry | undefined
function Sample({ sample, previous, next }: { sample: MailSampleEntry; previous: Neighbor; next: Neighbor }) {
  return (
    <article className="grid min-w-0 content-start gap-5" aria-labelledby="sample">
      <div>
        <Heading level={2} id="sample" className="break-words">
          {sample.subject}
        </Heading>
        <p className="quiet mt-2">
          {sample.when}. {sample.isOptional ? <Badge tone="active">Can be switched off</Badge> : null}
        </p>
      </div>
      <div className="mail-frames">
        <Frame name={sample.name} scheme="light" />
        <Frame name={sample.name} scheme="dark" />
      </div>
      <section aria-labelledby="plain">
        <Heading level={2} size="card" id="plain" className="mb-3">
          Plain text
        </Heading>
        <pre className="mail-plain">{sample.text}</pre>
      </section>
      <nav aria-label="Previous and next" className="flex flex-wrap justify-between gap-3">
        {previous ? (
          <Link className="text-link" to={paths.mailSamples(previous.name)}>
            Previous: {previous.when}
          </Link>
        ) : (
          <span />
        )}
        {next && (
          <Link className="text-link" to={paths.mailSamples(next.name)}>
            Next: {next.when}
          </Link>
        )}
      </nav>
    </article>
  )
}

/** As high as the mail in it: the page scrolls, not the frame. */
function Frame({ name, scheme }: { name: string; scheme: 'light' | 'dark' }) {
  const [height, setHeight] = useState(640)
  const measure = (frame: HTMLIFrameElement | null) =>
    setHeight((before) => frame?.contentDocument?.body?.scrollHeight || before)
  return (
    <iframe
      // It may have loaded before this page was taken over.
      ref={measure}
      title={`As it looks, ${scheme}`}
      src={`/api/dev/mail-samples/${name}?scheme=${scheme}`}
      height={height}
      onLoad={({ currentTarget }) => measure(currentTarget)}
    />
  )
}
