import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Management } from '#domain/schemas/campaign.ts'
import type { ResultEntry } from '#domain/schemas/result.ts'
import { isAchievement } from '#domain/season/statistic-types.ts'
import { waitingResultsQuery } from '#web/queries/results.ts'
import { useArrival } from '#web/site/arrival.ts'
import { useUser } from '#web/site/session.ts'
import { useEntries } from '#web/touchline/device.ts'
import { isOfOne } from '#web/touchline/entry.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { EntryActions, VoidDialog } from './entry-actions.tsx'
import { type Outcome, OutcomeDialog, YesOrNo } from './outcome-dialog.tsx'

const STATES = {
  open: { word: 'Still open', tone: 'draft' },
  achieved: { word: 'Achieved', tone: 'active' },
  not_achieved: { word: 'Not achieved', tone: 'cancelled' },
} as const

/** Achieved, declared not achieved, or withdrawn: entered like any result, and confirmed by a second person. */
export function Achievements({ data }: { data: Management }) {
  const [declaring, setDeclaring] = useState<{ outcome: Outcome; name: string } | null>(null)
  const [voiding, setVoiding] = useState<ResultEntry | null>(null)
  const { data: page } = useQuery(waitingResultsQuery(data.campaign.id))
  const results = page?.items ?? data.results
  const { entries } = useEntries(useUser()?.id, data.campaign.id)
  /** A statistic's entry that the server does not have yet. */
  const keptOf = (statisticId: string) =>
    entries.filter(isOfOne).find(({ one }) => one.statisticId === statisticId && one.kind !== 'count') ?? null
  const canEnter = data.permissions.canEnterResults
  const arrive = useArrival('achievements')
  return (
    <section ref={arrive} id="achievements" className="card scroll-mt-6 p-5" aria-label="Achievements">
      <Heading level={2} size="card">
        Achievements
      </Heading>
      <ul className="mt-2">
        {data.statistics
          .filter(({ type }) => isAchievement(type))
          .map((statistic) => {
            const state = statistic.achievement ?? 'open'
            const waiting = results.find(
              (result) => result.statisticId === statistic.id && result.state === 'entered',
            )
            return (
              <li key={statistic.id} className="border-t border-line py-4 first:border-0">
                <div className="flex items-center justify-between gap-3">
                  <h3 className="min-w-0 wrap-anywhere">{statistic.name}</h3>
                  {keptOf(statistic.id) ? (
                    <Badge tone="waiting">Not sent yet</Badge>
                  ) : waiting ? (
                    <Badge tone="waiting">To confirm</Badge>
                  ) : (
                    <Badge tone={STATES[state].tone}>{STATES[state].word}</Badge>
                  )}
                </div>
                {canEnter && waiting && (
                  <p className="mt-1.5">
                    <EntryActions
                      data={data}
                      result={waiting}
                      onVoid={() => setVoiding(waiting)}
                      onCorrect={null}
                    />
                  </p>
                )}
                {canEnter && !waiting && (
                  <YesOrNo
                    name={statistic.name}
                    state={state}
                    onAnswer={(kind) =>
                      kind &&
                      setDeclaring({ outcome: { statisticId: statistic.id, kind }, name: statistic.name })
                    }
                  />
                )}
              </li>
            )
          })}
      </ul>
      {voiding && (
        <VoidDialog campaignId={data.campaign.id} result={voiding} onClose={() => setVoiding(null)} />
      )}
      {declaring && (
        <OutcomeDialog
          campaignId={data.campaign.id}
          {...declaring}
          kept={keptOf(declaring.outcome.statisticId)}
          onClose={() => setDeclaring(null)}
        />
      )}
    </section>
  )
}
