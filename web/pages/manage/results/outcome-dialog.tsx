import { useState } from 'react'
import { Evidence } from '#domain/schemas/result.ts'
import { fieldErrors } from '#web/write.ts'
import { FormDrawer } from '../form/form-drawer.tsx'
import { noWhy, WhyFields } from './why-fields.tsx'
import { type Outcome, useDeclareAchievement } from './writes.ts'

const SAID: Record<Outcome['kind'], { title: string; save: string; words: string }> = {
  achieved: {
    ...{ title: 'Achieved', save: 'Enter as achieved' },
    words: 'Once a second person confirms it, every pledge on it is earned.',
  },
  withdrawn: {
    ...{ title: 'Withdraw', save: 'Withdraw it' },
    words: 'Once a second person confirms it, it counts as open again.',
  },
  not_achieved: {
    ...{ title: 'Not achieved', save: 'Enter as not achieved' },
    words: 'Once a second person confirms it, nothing is owed for it.',
  },
}

type Props = { campaignId: string; outcome: Outcome; name: string; onClose: () => void }

/** What became of an achievement, with what shows it (R20). */
export function OutcomeDialog({ campaignId, outcome, name, onClose }: Props) {
  const [why, setWhy] = useState(noWhy)
  const [attempt, setAttempt] = useState(0)
  const declare = useDeclareAchievement(campaignId, onClose)
  const link = Evidence.safeParse(why.evidenceUrl).error?.issues[0]?.message
  const { title, save, words } = SAID[outcome.kind]
  const said = fieldErrors(declare.error)
  return (
    <FormDrawer
      isShort
      title={`${title}: ${name}`}
      description={words}
      save={save}
      saving="Saving..."
      isPending={declare.isPending}
      attempt={attempt}
      isDirty={why.note !== '' || why.evidenceUrl !== ''}
      problem={declare.error && Object.keys(said).length === 0 ? declare.error.message : null}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        setAttempt(attempt + 1)
        if (!link) declare.mutate({ ...outcome, ...why })
      }}
    >
      <WhyFields
        why={why}
        onChange={setWhy}
        problems={attempt > 0 ? { ...said, ...(link ? { evidenceUrl: link } : {}) } : {}}
      />
    </FormDrawer>
  )
}
