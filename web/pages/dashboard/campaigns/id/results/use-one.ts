import { useRef, useState } from 'react'
import { v4 as uuid } from 'uuid'
import { ResultForm } from '#domain/schemas/result.ts'
import { brokenRules } from '#web/rules.ts'
import { useNow, useUser } from '#web/site/session.ts'
import { saveEntry } from '#web/touchline/device.ts'
import type { Entry, KeptEntry, OneEntry } from '#web/touchline/entry.ts'

type Order = {
  campaignId: string
  /** The statistic's name, so that people know what is queued. */
  name: string
  one: Omit<OneEntry, 'enteredBy'>
  /** An unsent entry on this device that this one replaces. */
  instead: KeptEntry | null
  /** Why its figure is unusual: asked about once, before it is stored or sent. */
  unusual?: readonly string[]
  onClose: () => void
}

/** Enters one result: stored on the device first, and sent as soon as there is a connection (R17). */
export function useOne({ campaignId, name, one, instead, unusual = [], onClose }: Order) {
  const user = useUser()
  const now = useNow()
  const [attempt, setAttempt] = useState(0)
  const [isSaving, setSaving] = useState(false)
  const [refusal, setRefusal] = useState(instead?.refusal ?? null)
  /** The entry that this screen made and the server refused. */
  const refused = useRef<Entry>(undefined)
  const broken = brokenRules(ResultForm, one)
  const figures = JSON.stringify([one.statisticId, one.eventId, one.quantity])
  /** The figures in question, and those that were confirmed to be right. */
  const [asked, setAsked] = useState<string | null>(null)
  const said = useRef<string>(undefined)

  async function save(): Promise<void> {
    setAttempt(attempt + 1)
    if (Object.keys(broken).length > 0 || !user) return
    if (unusual.length > 0 && said.current !== figures) return setAsked(figures)
    setAsked(null)
    const entry: Entry = {
      key: uuid(),
      userId: user.id,
      campaignId,
      name,
      refusal: null,
      madeAt: new Date(now).toISOString(),
      one: { ...one, enteredBy: user.id },
    }
    setSaving(true)
    const saved = await saveEntry(entry, refused.current ?? instead ?? undefined)
    setSaving(false)
    if (saved.became !== 'refused') return onClose()
    refused.current = entry
    setRefusal(saved.why)
    setAttempt(attempt + 2)
  }

  return {
    save,
    isSaving,
    refusal,
    attempt,
    problems: attempt > 0 ? broken : {},
    isAsked: asked === figures,
    isRight: () => {
      said.current = figures
      void save()
    },
    isWrong: () => setAsked(null),
  }
}
