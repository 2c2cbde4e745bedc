import { useRef, useState } from 'react'
import { v4 as uuid } from 'uuid'
import { ResultForm } from '#domain/schemas/result.ts'
import { completedUrl } from '#domain/web-address.ts'
import { brokenRules } from '#web/rules.ts'
import { useNow, useUser } from '#web/site/session.ts'
import { saveEntry } from '#web/touchline/device.ts'
import type { Entry, KeptEntry, OneEntry } from '#web/touchline/entry.ts'
import { useIsOffline } from '#web/touchline/use-is-offline.ts'
import { TextField } from '#web/ui/field.tsx'
import { Note } from '#web/ui/note.tsx'

type Why = { note: string; evidenceUrl: string }
export const noWhy: Why = { note: '', evidenceUrl: '' }

type Props = {
  why: Why
  onChange: (why: Why) => void
  problems: { note?: string | undefined; evidenceUrl?: string | undefined }
  /** A correction asks for it explicitly. */
  label?: string
}

/** A note and the evidence, for the person who confirms. */
export function WhyFields({ why, onChange, problems, label = 'Note' }: Props) {
  return (
    <div className="grid gap-4">
      <TextField
        label={label}
        optional
        value={why.note}
        error={problems.note}
        onChange={(event) => onChange({ ...why, note: event.target.value })}
      />
      <TextField
        label="Evidence link"
        optional
        type="url"
        inputMode="url"
        placeholder="https://"
        hint="A video or a score sheet, for the person who confirms"
        value={why.evidenceUrl}
        error={problems.evidenceUrl}
        onChange={(event) => onChange({ ...why, evidenceUrl: event.target.value })}
        onBlur={() => {
          const evidenceUrl = completedUrl(why.evidenceUrl)
          if (evidenceUrl !== why.evidenceUrl) onChange({ ...why, evidenceUrl })
        }}
      />
    </div>
  )
}

type OfflineNoteProps = {
  /** Since when this device has had saved but unsent entries; null if it has none. */
  savedAt?: string | null
}

/** Beside the save button: says that this device is offline, and what happens to saved entries. */
export function OfflineNote({ savedAt = null }: OfflineNoteProps) {
  const isOffline = useIsOffline()
  if (!isOffline && savedAt === null) return null
  return (
    <Note tone="warning" role="status">
      <strong>{isOffline ? 'No signal.' : 'Not sent yet.'}</strong>{' '}
      {savedAt === null
        ? 'What you save is kept on this device and sent automatically when you’re back online.'
        : `Saved on this device at ${savedAt}. It is sent automatically when you’re back online.`}
    </Note>
  )
}

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

/** Enters one result: stored on the device first, and sent as soon as there is a connection. */
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
