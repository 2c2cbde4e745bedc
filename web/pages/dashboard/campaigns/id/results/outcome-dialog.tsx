import { useState } from 'react'
import { FormDrawer } from '#web/parts/forms/form-drawer.tsx'
import type { KeptOne } from '#web/touchline/entry.ts'
import { OfflineNote } from './offline-note.tsx'
import { useOne } from './use-one.ts'
import { noWhy, WhyFields } from './why-fields.tsx'

export type Outcome = { statisticId: string; kind: 'achieved' | 'withdrawn' | 'not_achieved' }

const SAID: Record<Outcome['kind'], { title: string; save: string; words: string }> = {
  achieved: {
    title: 'Achieved',
    save: 'Enter as achieved',
    words: 'Once a second person confirms it, every pledge on it is earned.',
  },
  withdrawn: {
    title: 'Withdraw',
    save: 'Withdraw it',
    words: 'Once a second person confirms it, it counts as open again.',
  },
  not_achieved: {
    title: 'Not achieved',
    save: 'Enter as not achieved',
    words: 'Once a second person confirms it, nothing is owed for it.',
  },
}

type Props = {
  campaignId: string
  outcome: Outcome
  name: string
  /** An unsent entry of the same statistic on this device. */
  kept: KeptOne | null
  onClose: () => void
}

/** The outcome of an achievement, with its evidence (R20). */
export function OutcomeDialog({ campaignId, outcome, name, kept, onClose }: Props) {
  const before = kept ? { note: kept.one.note, evidenceUrl: kept.one.evidenceUrl } : noWhy
  const [why, setWhy] = useState(before)
  const one = { ...outcome, ...why, eventId: null }
  const { save, isSaving, refusal, attempt, problems } = useOne({
    campaignId,
    name,
    one,
    onClose,
    instead: kept,
  })
  const said = SAID[outcome.kind]
  return (
    <FormDrawer
      isShort
      title={`${said.title}: ${name}`}
      description={said.words}
      save={said.save}
      saving="Saving..."
      isPending={isSaving}
      attempt={attempt}
      isDirty={why.note !== before.note || why.evidenceUrl !== before.evidenceUrl}
      problem={refusal}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <WhyFields why={why} onChange={setWhy} problems={problems} />
      <OfflineNote />
    </FormDrawer>
  )
}
