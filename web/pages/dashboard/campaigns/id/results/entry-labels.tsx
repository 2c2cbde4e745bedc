/** How the confirmation queue and the history describe a result: who, when, why. */

import { faArrowUpRightFromSquare } from '@fortawesome/free-solid-svg-icons'
import type { Management } from '#domain/schemas/campaign.ts'
import type { ResultEntry } from '#domain/schemas/result.ts'
import { quantityText, shortDateTimeText } from '#web/format.ts'
import { useUser } from '#web/site/session.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Icon } from '#web/ui/icon.tsx'

const KIND_WORDS = {
  count: '',
  achieved: 'Achieved',
  withdrawn: 'Withdrawn',
  not_achieved: 'Not achieved',
} as const

export const matchOf = ({ events }: Management, { eventId }: ResultEntry) =>
  events.find(({ id }) => id === eventId)

export const statisticName = ({ statistics }: Management, { statisticId }: ResultEntry): string =>
  statistics.find(({ id }) => id === statisticId)?.name ?? 'A statistic'

/** For screen readers, in button names: `Goals, Summit`. */
export function spokenName(data: Management, result: ResultEntry): string {
  const match = matchOf(data, result)
  return `${statisticName(data, result)}, ${match ? (match.opponent ?? match.name) : `no ${data.campaign.vocabulary.match}`}`
}

type Props = { data: Management; result: ResultEntry }

/** The match's total as the entry states it: that is what a second person confirms. A correction also shows the old one. */
export function ResultFigure({ result: { kind, total, before } }: { result: ResultEntry }) {
  if (kind !== 'count') return <span className="fig fig-t">{KIND_WORDS[kind]}</span>
  return (
    <>
      <span className="fig fig-t">{quantityText(total)}</span>
      {before !== null && (
        <span className="quiet fine block whitespace-nowrap">
          was {quantityText(before)}, now {quantityText(total)}
        </span>
      )}
    </>
  )
}

/** `You, Sep 12, 6:42 PM` */
function usePersonAndTime({ campaign }: Management) {
  const user = useUser()
  return (person: { id: string; name: string } | null, at: string | null, you = 'you'): string =>
    [
      person && (person.id === user?.id ? you : person.name),
      at && shortDateTimeText(at, campaign.timeZone).replace(/ (?=[AP]M$)/, '\u00a0'),
    ]
      .filter(Boolean)
      .join(', ')
}

/** Who entered it, with the note and the evidence. */
export function Entered({ data, result }: Props) {
  const tell = usePersonAndTime(data)
  return (
    <>
      {tell(result.enteredBy, result.enteredAt, 'You')}
      {result.note && (
        <span className="quiet fine block break-words">
          {result.before === null ? '' : 'Correction: '}
          {result.note}
        </span>
      )}
      {result.evidenceUrl && (
        <span className="block">
          <EvidenceLink url={result.evidenceUrl} />
        </span>
      )}
    </>
  )
}

export function StateBadge({
  result: { state, isFinal, isReplaced },
}: {
  result: Pick<ResultEntry, 'state' | 'isFinal' | 'isReplaced'>
}) {
  if (state === 'entered' && !isFinal) return <Badge tone="waiting">Not final</Badge>
  if (state === 'entered') return <Badge tone="waiting">To confirm</Badge>
  if (state === 'void_requested') return <Badge tone="waiting">Void to confirm</Badge>
  if (state === 'voided') return <Badge tone="cancelled">Voided</Badge>
  if (isReplaced) return <Badge tone="cancelled">Replaced</Badge>
  return (
    <Badge tone="active" icon="check">
      Confirmed
    </Badge>
  )
}

/** Who confirmed it; who requested its void and why; and who confirmed that. */
export function StateWords({ data, result }: Props) {
  const tell = usePersonAndTime(data)
  const { confirmedBy, confirmedAt, voidedBy, voidAskedAt, voidReason, voidConfirmedBy, voidedAt } = result
  const lines = [
    confirmedBy && `by ${tell(confirmedBy, confirmedAt)}`,
    voidedBy &&
      `${result.state === 'voided' ? 'Voided by' : 'Void requested by'} ${tell(voidedBy, voidAskedAt)}: ${voidReason}`,
    result.state === 'voided' && 'It no longer counts.',
    voidConfirmedBy && `Void confirmed by ${tell(voidConfirmedBy, voidedAt)}`,
    result.state === 'void_requested' && result.voidEffect,
  ].filter((line) => typeof line === 'string')
  return lines.map((line) => (
    <span key={line} className="quiet fine block break-words">
      {line}
    </span>
  ))
}

/** Only https links, with their host shown, and without a referrer. */
function EvidenceLink({ url }: { url: string }) {
  const address = URL.canParse(url) ? new URL(url) : null
  if (address?.protocol !== 'https:') return <span className="quiet fine block break-all">{url}</span>
  return (
    <a
      className="fine inline-flex min-h-6 max-w-full items-center gap-1.5 underline underline-offset-3"
      href={address.href}
      target="_blank"
      rel="noopener noreferrer nofollow ugc"
    >
      <Icon icon={faArrowUpRightFromSquare} />
      <span className="break-words">Evidence: {address.host.replace(/^www\./, '')}</span>
      <span className="sr-only">, opens in a new tab</span>
    </a>
  )
}
