import { faBuildingColumns, faCreditCard, faEnvelope, faEye, faPen } from '@fortawesome/free-solid-svg-icons'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { endsBeforeSeason, expiryText } from '#domain/billing/card-expiry.ts'
import { isByCard, isCharged, PAYMENT_METHOD_RULES } from '#domain/billing/instruments.ts'
import { toDecimal } from '#domain/money.ts'
import { itemized, type PledgeWords } from '#domain/pledges/pledge-kind.ts'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import type { Quote } from '#domain/schemas/pledge.ts'
import { countsUnits } from '#domain/season/statistic-types.ts'
import { brand } from '#web/content/brand.ts'
import { counted, shortUsd, usd } from '#web/format.ts'
import { spelled } from '#web/labels.ts'
import { accountName } from '#web/parts/card/bank-account.tsx'
import { useWords } from '#web/site/vocabulary.ts'
import { Choice } from '#web/ui/choice.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Note, Skeleton } from '#web/ui/note.tsx'
import { ComesTo } from './comes-to.tsx'
import { countsWords } from './counts-choice.tsx'
import type { Answers } from './draft.ts'
import { kindOf } from './kind.ts'
import { maximumWords } from './maximum-sentence.ts'
import { OwnPledges } from './own-pledges.tsx'
import { quoteQuery } from './quote.ts'
import type { Chosen, Counts, PledgePayload } from './selection.ts'
import { isOtherTerms } from './shown-terms.ts'
import { perUnit, promiseOf, unitOf, whoSeesName, withoutCapWords } from './unit-labels.ts'

type Props = {
  detail: CampaignDetail
  answers: Answers
  chosen: readonly Chosen[]
  payload: PledgePayload
  counts: Counts
  /** Why this cannot be confirmed yet; null where it can. */
  onDisagreement: (reason: string | null) => void
  error: Error | null
  /** This pledge was sent before, and no response came: it may already exist. */
  wasSent: boolean
}

export function ReviewStep(props: Props) {
  const { detail, answers, chosen, payload, counts, onDisagreement, error, wasSent } = props
  const { data, isError, isPlaceholderData } = useQuery(quoteQuery(detail.campaigns.id, payload))
  // Figures of other terms are not shown beside these lines.
  const quote = isPlaceholderData ? undefined : data
  const [isMeant, setMeant] = useState(false)
  const pledge = { kind: kindOf(chosen, counts.from), words: useWords() }
  const unusual = chosen.filter(
    ({ statistic }) => quote?.lines.find((line) => line.statisticId === statistic.id)?.isUnusual,
  )
  const needsYes = unusual.length > 0
  const disagreement = disagreementOf({ hasQuote: quote !== undefined, isError, needsYes, isMeant })
  useEffect(() => onDisagreement(disagreement), [disagreement, onDisagreement])
  return (
    <div className="grid gap-7 md:grid-cols-2">
      <div className="order-2 md:order-1">
        <Heading level={3} size="card">
          What you pay for
        </Heading>
        <ul>
          {chosen.map((line) => (
            <Line key={line.statistic.id} line={line} quote={quote} counted={countsWords(counts, detail)} />
          ))}
        </ul>
        {needsYes && (
          <div className="my-4">
            <Choice
              type="checkbox"
              name="meant"
              value="yes"
              title={`Yes, I mean ${unusual.map(({ statistic, rate }) => `${usd(toDecimal(rate))} ${perUnit(statistic)}`).join(' and ')}`}
              checked={isMeant}
              onChange={setMeant}
            >
              That is more than ten times the largest suggested amount.
            </Choice>
          </div>
        )}
        <ul className="border-t border-line">
          <Fact
            icon={PAID_ICONS[PAYMENT_METHOD_RULES[answers.paymentMethod].billedBy]}
            title={paidBy(answers, pledge)}
            text={paidWhen(answers, pledge, detail.campaigns.endDate)}
          />
          <Fact
            icon={faPen}
            title={cancelUntil(pledge)}
            text={
              isByCard(answers.paymentMethod)
                ? 'As long as nothing is billed. Lower your maximum or change your card any time.'
                : 'As long as nothing is billed. Lower your maximum any time.'
            }
          />
          <Fact icon={faEye} title="The page shows “Anonymous Supporter”" text={namesOf(answers)} />
        </ul>
        {wasSent && (
          <Note tone="warning">
            You already confirmed this pledge, but we got no answer. Confirm it again: it will be made only
            once.
          </Note>
        )}
        {error && (
          <Note tone={isOtherTerms(error) ? 'warning' : 'danger'} role="alert">
            {error.message}
          </Note>
        )}
      </div>
      <div className="order-1 md:order-2">
        {quote ? (
          <>
            <MostBoard quote={quote} chosen={chosen} hasOwnCap={payload.maximumAmount !== null} />
            <OwnPledges campaignId={detail.campaigns.id} className="mt-4" />
          </>
        ) : (
          <Skeleton className="h-80" />
        )}
        <div className="max-md:hidden">
          <WhoGetsWhat organization={detail.organizations.name} />
        </div>
      </div>
      <div className="order-3 md:hidden">
        <WhoGetsWhat organization={detail.organizations.name} />
      </div>
    </div>
  )
}

function disagreementOf(is: { hasQuote: boolean; isError: boolean; needsYes: boolean; isMeant: boolean }) {
  if (is.isError) return 'The figures could not be loaded. Go back one step and try again.'
  if (!is.hasQuote) return 'The figures are still loading'
  return is.needsYes && !is.isMeant ? 'Check the box beside the unusually large amount first' : null
}

type LineProps = { line: Chosen; quote: Quote | undefined; counted: string }

function Line({ line: { statistic, rate }, quote, counted: part }: LineProps) {
  const words = useWords()
  const earned = quote?.lines.find(({ statisticId }) => statisticId === statistic.id)
  return (
    <li className="border-t border-line py-3.5 first:border-0">
      <div className="flex justify-between gap-4">
        <div>
          <strong>{statistic.name}</strong>
          <p className="quiet fine">
            {countsUnits(statistic.type) ? `Every ${unitOf(statistic)} ${part}` : promiseOf(statistic, words)}
          </p>
        </div>
        <p className="text-right">
          <Figure text={usd(toDecimal(rate))} size="s" />
          <span className="quiet fine block">{perUnit(statistic)}</span>
        </p>
      </div>
      {earned && countsUnits(statistic.type) && earned.confirmedQuantity > 0 && (
        <p className="note note-good mt-2.5 py-2.5">
          <span>
            {counted(earned.confirmedQuantity, unitOf(statistic))} so far:{' '}
            <strong>{usd(earned.alreadyEarned)} already earned</strong>
          </span>
        </p>
      )}
    </li>
  )
}

/** The largest figure of the screen, what it is made of, and what it probably comes to. */
function MostBoard({
  quote,
  chosen,
  hasOwnCap,
}: Pick<Props, 'chosen'> & { quote: Quote; hasOwnCap: boolean }) {
  return (
    <section className="board p-6" aria-label="The most you can owe">
      <p className="label quiet">The most you can owe</p>
      <Figure
        text={usd(quote.most)}
        className={`mt-3 block ${quote.most.length > 7 ? 'large-[4]' : 'large-[5.25] md:large-[6.5]'}`}
      />
      <ComesTo
        range={quote.forecast}
        most={quote.most}
        earned={quote.alreadyEarned}
        className="mt-3 border-t border-boardline pt-3"
      />
      <p className="quiet fine mt-3">
        {hasOwnCap
          ? `Your own maximum.${withoutCapWords(quote, hasOwnCap)}`
          : maximumWords(quote, chosen, hasOwnCap)}
      </p>
    </section>
  )
}

function Fact({ icon, title, text }: { icon: typeof faEye; title: string; text: string }) {
  return (
    <li className="flex gap-4 border-b border-line py-3.5 last:border-0">
      <Icon icon={icon} className="mt-1" />
      <div>
        <strong className="font-semibold">{title}</strong>
        <p className="quiet fine">{text}</p>
      </div>
    </li>
  )
}

function WhoGetsWhat({ organization }: { organization: string }) {
  return (
    <section className="mt-6">
      <h3>Who gets what</h3>
      <p className="quiet fine mt-1 mb-2.5">Of every $100.00 paid:</p>
      <div className="grid grid-cols-[minmax(0,3fr)_minmax(6.75rem,1fr)] gap-1">
        <p className="min-w-0 rounded-badge border-2 border-turf bg-turfwash p-2.5">
          <Figure text={shortUsd(String(100 - brand.commissionPercent))} size="s" />
          <span className="fine block break-words">{organization}</span>
        </p>
        <p className="min-w-0 rounded-badge border-[1.5px] border-control p-2.5">
          <Figure text={shortUsd(String(brand.commissionPercent))} size="s" />
          <span className="fine block break-words">{brand.name}</span>
        </p>
      </div>
    </section>
  )
}

const PAID_ICONS = { card: faCreditCard, bank_account: faBuildingColumns, invoice: faEnvelope }

/** How long it can be cancelled. */
const cancelUntil = ({ kind, words }: PledgeWords): string =>
  ({
    gift: 'Cancel free until it is billed',
    match: `Cancel free until the ${words.match} starts`,
    achievement: 'Cancel free for 24 hours, and until its result is entered',
    count: 'Cancel free for 24 hours, and until the first result that counts',
    mixed: 'Cancel free for 24 hours, and until the first result that counts',
  })[kind]

function paidBy({ paymentMethod, card, bankAccount }: Answers, pledge: PledgeWords): string {
  const { billedBy, review } = PAYMENT_METHOD_RULES[paymentMethod]
  if (billedBy === 'bank_account')
    return review(bankAccount ? accountName(bankAccount) : 'Your account', pledge)
  return review(card ? `${spelled(card.brand)} ending in ${card.last4}` : 'Your card', pledge)
}

function paidWhen({ paymentMethod, card }: Answers, pledge: PledgeWords, seasonEnd: string): string {
  if (!isCharged(paymentMethod)) return `You get an invoice with ${itemized(pledge)}, due 30 days later.`
  const taken = isByCard(paymentMethod) ? 'charged' : 'debited'
  const statement = `You get a statement with ${itemized(pledge)} before anything is ${taken}.`
  return card && isByCard(paymentMethod) && endsBeforeSeason(card, seasonEnd)
    ? `${statement} This card is good until ${expiryText(card)}. If a charge comes after that, we ask you for a new card two weeks before.`
    : statement
}

/** The page lists no one by name; it may thank them. */
const namesOf = (answers: Answers): string =>
  answers.thankByName
    ? `${whoSeesName(answers)} The campaign’s page thanks you by name, once a representative has checked it.`
    : whoSeesName(answers)
