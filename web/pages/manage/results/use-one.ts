import { useRef, useState } from 'react'
import { v4 as uuid } from 'uuid'
import { ResultForm } from '#domain/schemas/result.ts'
import { brokenRules } from '#web/rules.ts'
import { useNow, useUser } from '#web/site/session.ts'
import { saveEntry } from '#web/touchline/device.ts'
import type { Entry, KeptEntry, OneEntry } from '#web/touchline/entry.ts'

type Order = {
  campaignId: string
  /** The statistic's, so that people know what waits. */
  name: string
  one: Omit<OneEntry, 'enteredBy'>
  /** One that waits on this device, whose place it takes. */
  instead: KeptEntry | null
  onClose: () => void
}

/** Enters one result: kept on the device first, and sent as soon as there is a connection (R17). */
export function useOne({ campaignId, name, one, instead, onClose }: Order) {
  const user = useUser()
  const now = useNow()
  const [attempt, setAttempt] = useState(0)
  const [isSaving, setSaving] = useState(false)
  const [refusal, setRefusal] = useState(instead?.refusal ?? null)
  /** What this screen made and the server refused. */
  const refused = useRef<Entry>(undefined)
  const broken = brokenRules(ResultForm, one)

  async function save(): Promise<void> {
    setAttempt(attempt + 1)
    if (Object.keys(broken).length > 0 || !user) return
    const entry: Entry = {
      ...{ key: uuid(), userId: user.id, campaignId, name, refusal: null },
      ...{ madeAt: new Date(now).toISOString(), one: { ...one, enteredBy: user.id } },
    }
    setSaving(true)
    const saved = await saveEntry(entry, refused.current ?? instead ?? undefined)
    setSaving(false)
    if (saved.became !== 'refused') return onClose()
    refused.current = entry
    setRefusal(saved.why)
    setAttempt(attempt + 2)
  }

  return { save, isSaving, refusal, attempt, problems: attempt > 0 ? broken : {} }
}
