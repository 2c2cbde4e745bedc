import { createContext, useContext } from 'react'
import { Link } from 'react-router'
import { pledgeReference } from '#domain/billing/lookup.ts'
import { capital } from '#domain/campaigns/vocabulary.ts'
import type { LineCounts } from '#domain/schemas/pledge.ts'
import type { ShownPledge } from '#domain/schemas/pledge-link.ts'
import { nameOfLine } from '#domain/season/statistic-changes.ts'
import { STATISTIC_RULES } from '#domain/season/statistic-types.ts'
import { dateText, shortDateTimeText, usd } from '#web/format.ts'
import { spelled, statusIcon, statusTone } from '#web/labels.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Heading } from '#web/ui/heading.tsx'

/** By this people judge whether a mail can be forwarded: whatever a link can do is in it. */
export const WHAT_LINKS_CAN_DO =
  'Anyone with the link can see the pledge, its invoices and receipts, which may show your name and address. They can pay what is due, turn alerts on or off, and add a missing name and address. They can also ask to change or cancel it, which counts only once you confirm it by email.'

/** The same for a pledge that is settled or cancelled. */
export const WHAT_LINKS_SHOW =
  'Anyone with the link can see the pledge, its invoices and receipts, which may show your name and address, and can add a missing name and address.'

/** How long a link works. `expiresAt`: null while the pledge is open. */
export const howLongLinksWork = (expiresAt: string | null, timeZone: string): string =>
  expiresAt === null
    ? 'This link opens this page as long as your pledge is open, and 60 days more.'
    : `This link opens this page until ${dateText(expiresAt, timeZone)}.`

/** Who reads a pledge: its supporter, or a representative, who is told about them and not addressed as them. */
export type Reader = 'supporter' | 'representative'

export const ReaderContext = createContext<Reader>('supporter')

const WORDS = {
  supporter: { Your: 'Your', your: 'your', You: 'You', you: 'you', them: 'you' },
  representative: { Your: 'Their', your: 'their', You: 'They', you: 'they', them: 'them' },
} as const
export type ReaderWords = (typeof WORDS)[Reader]

export const useReaderWords = (): ReaderWords => WORDS[useContext(ReaderContext)]

export function PledgeHead({ pledge }: { pledge: ShownPledge }) {
  const reader = useContext(ReaderContext)
  return (
    <header className="pt-2">
      <p className="quiet break-words">
        {pledge.organizationName}
        <span className="whitespace-nowrap"> · {spelled(pledge.pledgeType)}</span>
        {reader === 'representative' && (
          <span className="whitespace-nowrap"> · Pledge {pledgeReference(pledge.id)}</span>
        )}
      </p>
      <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="min-w-0 break-words">{pledge.campaignName}</h1>
        {pledge.isHeld ? (
          <Badge tone="waiting">Under review</Badge>
        ) : (
          <Badge
            tone={pledge.status === 'cancelled' ? 'cancelled' : statusTone(pledge.status)}
            {...statusIcon(pledge.status)}
          >
            {spelled(pledge.status)}
          </Badge>
        )}
      </div>
      <p className="mt-4 flex flex-wrap gap-3">
        {reader === 'representative' && (
          <Link
            to={paths.manage(pledge.campaignId, 'supporters')}
            className={buttonClass({ kind: 'primary' })}
          >
            Manage Campaign
          </Link>
        )}
        <Link to={paths.campaign(pledge.campaignId)} className={buttonClass()}>
          View Campaign
        </Link>
      </p>
    </header>
  )
}

/** Which results a line counts, if not the whole season. */
function Counts({ counts, pledge }: { counts: LineCounts; pledge: ShownPledge }) {
  const { fromAt, untilAt, eventName } = counts
  const at = (instant: string) => shortDateTimeText(instant, pledge.timeZone)
  const { matches } = pledge.vocabulary
  const words = [
    eventName && `${eventName} only`,
    fromAt && !eventName && `${capital(matches)} that start after ${at(fromAt)}`,
    untilAt && `${fromAt && !eventName ? 'until' : `${capital(matches)} until`} ${at(untilAt)}`,
  ].filter(Boolean)
  return words.length === 0 ? null : <p className="quiet fine">{words.join(', ')}</p>
}

export function Agreed({ pledge }: { pledge: ShownPledge }) {
  const { you } = useReaderWords()
  return (
    <section className="card pad" aria-labelledby="agreed">
      <Heading level={2} id="agreed" className="mb-3">
        What {you} agreed to
      </Heading>
      <ul>
        {pledge.pledgeStatistics.map(({ statisticId, name, nameNow, type, pledgeAmount, counts }) => (
          <li
            key={`${statisticId}${counts.fromAt ?? ''}`}
            className="flex items-baseline justify-between gap-4 border-t border-line py-3 first:border-0"
          >
            <div className="min-w-0">
              <strong className="break-words">{nameOfLine(name, nameNow)}</strong>
              <Counts counts={counts} pledge={pledge} />
            </div>
            <span className="whitespace-nowrap">
              <Figure text={usd(pledgeAmount)} size="t" />{' '}
              <span className="quiet fine">{STATISTIC_RULES[type].each}</span>
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-3 border-t border-line pt-3">{pledge.consentText}</p>
      <p className="quiet fine mt-3">Pledged on {dateText(pledge.createdAt, pledge.timeZone)}.</p>
    </section>
  )
}
