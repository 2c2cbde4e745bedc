import { useMemo, useState } from 'react'
import type { Campaign } from '#domain/schemas/campaign.ts'
import type { Statistic } from '#domain/schemas/statistic.ts'
import { templateLabels } from '#web/labels.ts'
import { FormDrawer } from '#web/parts/forms/form-drawer.tsx'
import {
  chosenStatistics,
  errorsByPlace,
  problemsOf,
  proposedRows,
  type StatisticInput,
} from '#web/parts/statistics/proposals.ts'
import { ProposalsList } from '#web/parts/statistics/proposals-list.tsx'
import { campaignKey } from '#web/queries/campaigns.ts'
import { useWords } from '#web/site/words.ts'
import { fieldErrors, useWrite } from '#web/write.ts'

const many = (count: number): string => `${count} ${count === 1 ? 'statistic' : 'statistics'}`

type Props = { campaign: Pick<Campaign, 'id' | 'template'>; onClose: () => void }

/** The statistics of the campaign's template: chosen, adjusted and added, all or none. */
export function ProposalsDrawer({ campaign: { id, template }, onClose }: Props) {
  const proposed = useMemo(() => proposedRows(template), [template])
  const [rows, setRows] = useState(proposed)
  const words = useWords()
  const [attempts, setAttempts] = useState(0)
  const add = useWrite<Statistic[], StatisticInput[]>({
    request: (statistics) => ({
      method: 'POST',
      path: `/api/campaigns/${id}/statistics/batches`,
      payload: { statistics, skipExisting: true },
    }),
    failure: 'Failed to add statistics',
    success: (added) =>
      added.length > 0
        ? { title: `${many(added.length)} added` }
        : { title: 'Nothing was added', description: 'The campaign has these statistics already.' },
    refresh: [campaignKey(id)],
    onSuccess: onClose,
  })
  const statistics = chosenStatistics(template, rows)
  const here = attempts > 0 ? problemsOf(statistics) : {}
  const fields = { ...fieldErrors(add.error), ...here }
  const isRefusedAsAWhole = add.error !== null && Object.keys(fields).length === 0
  const problem =
    attempts > 0 && statistics.length === 0
      ? 'Choose at least one statistic'
      : isRefusedAsAWhole
        ? (add.error?.message ?? null)
        : null
  return (
    <FormDrawer
      title="Start with these"
      description={`What a ${templateLabels[template].toLowerCase()} campaign usually counts, with targets for a usual ${words.season} and amounts a family can afford. You can change everything later.`}
      save={statistics.length > 0 ? `Add ${many(statistics.length)}` : 'Add statistics'}
      saving="Adding..."
      isDirty={rows !== proposed}
      isPending={add.isPending}
      attempt={attempts}
      problem={problem}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        setAttempts((count) => count + 1)
        if (statistics.length > 0 && Object.keys(problemsOf(statistics)).length === 0) add.mutate(statistics)
      }}
    >
      <ProposalsList
        template={template}
        rows={rows}
        errors={errorsByPlace(fields, rows)}
        onChange={(changed) => {
          if (add.isError) add.reset()
          setRows(changed)
        }}
      />
    </FormDrawer>
  )
}
