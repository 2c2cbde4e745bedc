/** What may be changed about a pledge's lines now, or why it may not: for the guards and the buttons (R58). */
import { reasonNotToPledge } from '#domain/campaign-state.ts'
import { notFound } from '#domain/errors.ts'
import { reasonAgainstLine, reasonNotToChangeLines } from '#domain/line-changes.ts'
import { toDecimal, toNumber } from '#domain/money.ts'
import type { LineChangeForm, PledgeDetail } from '#domain/schemas/pledge.ts'
import { countsUnits, isGift } from '#domain/statistic-types.ts'
import { byMatch, type Vocabulary } from '#domain/vocabulary.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type PledgeContext, type PledgeStatistic, readContext } from '#server/season/pledges/index.ts'
import * as store from './store.lines.ts'
import type { ChangeablePledge } from './store.ts'

export async function contextOf(
  db: Db,
  { campaignId }: ChangeablePledge,
  statisticIds: readonly string[],
  now: Date,
): Promise<PledgeContext> {
  const context = await readContext(db, {
    campaignId,
    userId: null,
    ambassadorId: null,
    statisticIds,
    partialAt: now,
  })
  if (!context) throw notFound('Pledge')
  return context
}

/** A pledge on one match stays one: what is added to it counts the same match. */
export const matchOf = (held: readonly store.HeldLine[]): string | null => {
  const [first, ...others] = [...new Set(held.filter(({ isOpen }) => isOpen).map(({ eventId }) => eventId))]
  return others.length === 0 ? (first ?? null) : null
}

export function reasonAgainst(
  kind: LineChangeForm['kind'],
  statistic: PledgeStatistic,
  { rate, isMatchOver }: store.HeldLine,
  words: Vocabulary,
): string | null {
  if (kind === 'add') return `You already pledge on ${statistic.name}: raise it instead`
  return reasonAgainstLine(kind, { ...statistic, type: statistic.terms.type, rate, isMatchOver }, words)
}

export function reasonNotToAdd(
  statistic: PledgeStatistic,
  held: readonly store.HeldLine[],
  words: Vocabulary,
): string | null {
  if (!statistic.isActive) return `${statistic.name} accepts no new pledges`
  if (statistic.achievement === 'achieved') return `${statistic.name} is already achieved`
  if (isGift(statistic.terms.type)) return `Make another pledge for ${statistic.name}`
  const match = matchOf(held)
  if (match === null) return null
  if (!countsUnits(statistic.terms.type)) return `${statistic.name} is not counted ${byMatch(words)}`
  return held.some(({ eventId, isMatchOver }) => eventId === match && isMatchOver)
    ? `That ${words.match} has started: make another pledge instead`
    : null
}

type ChangeableLines = Pick<PledgeDetail['changes'], 'canChangeLines' | 'cannotChangeLinesReason' | 'lines'>

/** What may be raised, stopped and added now, or why it may not: the guards' checks, for the buttons (R58). */
export async function changeableLines(db: Db, pledge: ChangeablePledge, now: Date): Promise<ChangeableLines> {
  const refusal = reasonNotToChangeLines(pledge)
  if (refusal) return { canChangeLines: false, cannotChangeLinesReason: refusal, lines: [] }
  const held = await store.heldLines(db, pledge.id, now)
  const ids = await store.statisticIdsOf(db, pledge.campaignId)
  const context = await contextOf(db, pledge, ids, now)
  const ended = reasonNotToPledge(context, now)
  const lines = ids.flatMap((id) => {
    const statistic = context.statistics.get(id)
    if (!statistic) return []
    const open = held.find(({ statisticId, isOpen }) => statisticId === id && isOpen)
    const closedReason = ended ?? (statistic.isActive ? null : `${statistic.name} accepts no new pledges`)
    const none = 'Not pledged on'
    return [
      {
        statisticId: id,
        name: statistic.name,
        ...(open && open.agreedName !== statistic.name ? { agreedName: open.agreedName } : {}),
        type: statistic.terms.type,
        unitName: statistic.unitName,
        pledgeAmountOptions: statistic.presets.map(toNumber),
        allowCustomAmounts: statistic.allowCustomAmounts,
        rate: open ? toDecimal(open.rate) : null,
        cannotRaiseReason:
          closedReason ?? (open ? reasonAgainst('raise', statistic, open, pledge.vocabulary) : none),
        cannotStopReason: open ? reasonAgainst('stop', statistic, open, pledge.vocabulary) : none,
        cannotAddReason: open
          ? 'Already pledged on'
          : (closedReason ?? reasonNotToAdd(statistic, held, pledge.vocabulary)),
      },
    ]
  })
  return { canChangeLines: true, cannotChangeLinesReason: null, lines }
}
