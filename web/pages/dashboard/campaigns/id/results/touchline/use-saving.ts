import { useRef, useState } from 'react'
import { noteDone } from '#web/site/done.ts'
import { discardEntry, saveEntry } from '#web/touchline/device.ts'
import { isSameMatch, type KeptMatch, type MatchEntry } from '#web/touchline/entry.ts'
import type { Count } from './count.ts'
import { dropDraft } from './drafts.ts'
import type { MatchOrder, Order } from './order.ts'
import type { Touchline } from './use-count.ts'

/** Why the server refused it, and the figures it refused, by statistic. */
type Refusal = { why: string; figures: Record<string, string> }
const refusalOf = (why: string | null, { rows }: MatchEntry): Refusal | null =>
  why === null
    ? null
    : { why, figures: Object.fromEntries(rows.map(({ statisticId, quantity }) => [statisticId, quantity])) }

/** Stores or sends what was entered: a match replaces the one that it corrects. */
export function useSaving({ entries, mended, userId, data, onClose }: Touchline, count: Count) {
  /** The entry that this screen made and the server refused. */
  const refused = useRef<string>(undefined)
  const [isSaving, setSaving] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(mended && refusalOf(mended.refusal, mended.match))
  const replacedBy = (entry: MatchOrder | null): KeptMatch | undefined => {
    const own = entries.find(({ key }) => key === refused.current) ?? mended
    return own ?? entries.find(({ match }) => entry && isSameMatch(match, entry.match)) ?? count.from
  }
  /** The match first. Refused entries are in this device's queue, whose notes lead to them. */
  const saveAll = async ({ match, ones }: Order): Promise<{ isRefused: boolean }> => {
    setSaving(true)
    const saved = match ? await saveEntry(match, replacedBy(match)) : null
    for (const one of ones) await saveEntry(one)
    setSaving(false)
    if (!mended) dropDraft({ userId, campaignId: data.campaign.id }, count.choice)
    if (!match || saved?.became !== 'refused') {
      noteDone('What you entered is saved.')
      onClose()
      return { isRefused: false }
    }
    refused.current = match.key
    setRefusal(refusalOf(saved.why, match.match))
    return { isRefused: true }
  }
  /** The current results stay as they are: nothing is left to send. */
  const giveUp = (): void => {
    const entry = replacedBy(null)
    if (entry) discardEntry(entry)
    if (!mended) dropDraft({ userId, campaignId: data.campaign.id }, count.choice)
    onClose()
  }
  return { isSaving, refusal, setRefusal, saveAll, giveUp }
}
