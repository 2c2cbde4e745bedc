import { useRef, useState } from 'react'
import type { Management } from '#domain/schemas/campaign.ts'
import type { ImportColumns, ImportPreview } from '#domain/schemas/result.ts'
import { ApiError } from '#web/api-error.ts'
import { campaignKey } from '#web/queries/campaigns.ts'
import { useWrite } from '#web/write.ts'
import { decodeCsv } from './decode.ts'
import { type Column, countedIn } from './match-columns.tsx'
import { rememberMeanings, withRemembered } from './remembered.ts'

type Answers = Record<string, string>

const FIXED = ['date', 'time', 'opponent', 'venue', 'ignore']

/** The new preview, if results changed since the previous one (R19). */
const newerIn = (error: Error): ImportPreview | undefined =>
  error instanceof ApiError ? (error.details as { preview?: ImportPreview } | undefined)?.preview : undefined

const meaningsOf = (columns: readonly Column[] | null): Answers =>
  Object.fromEntries(
    (columns ?? []).filter(({ header }) => header !== '').map(({ header, meaning }) => [header, meaning]),
  )

/** Shown beside each result that came from the file. */
const noteOf = (file: { name: string } | null): string =>
  file ? `From ${file.name}`.slice(0, 500) : 'From a CSV import'

/** From a file to its columns, to a preview, to results: each step can be undone, and nothing is entered before the last. */
export function useImport(data: Management, onDone: () => void) {
  const campaignId = data.campaign.id
  const [csv, setCsv] = useState('')
  const [file, setFile] = useState<{ name: string; problem?: string } | null>(null)
  const [columns, setColumns] = useState<Column[] | null>(null)
  const [preview, setPreview] = useState<ImportPreview | null>(null)
  /** By line: which match of the schedule it is, or that it is a new one. */
  const [matches, setMatches] = useState<Answers>({})
  const latest = useRef(matches)
  /** Unusual figures are asked about once. */
  const [isAsked, setAsked] = useState(false)
  const path = `/api/campaigns/${campaignId}/results/imports`
  const entered = { csv, columns: meaningsOf(columns), note: noteOf(file) }
  const ask = useWrite<ImportColumns>({
    request: () => ({ method: 'POST', path: `${path}/columns`, payload: { csv } }),
    failure: null,
    onSuccess: (answer) => {
      const known = new Set([...FIXED, ...countedIn(data).map(({ id }) => id)])
      setColumns(withRemembered(campaignId, answer.columns, known))
    },
  })
  const look = useWrite<ImportPreview, Answers>({
    request: (answers) => ({
      method: 'POST',
      path: `${path}/preview`,
      payload: { ...entered, matches: answers },
    }),
    failure: null,
    onSuccess: (answer, answers) => {
      rememberMeanings(campaignId, columns ?? [], ask.data?.columns ?? [])
      // The answers changed in between: another preview is on its way.
      if (latest.current !== answers) return
      setPreview(answer)
      setAsked(false)
    },
  })
  const lookWith = (answers: Answers): void => {
    latest.current = answers
    setMatches(answers)
    look.mutate(answers)
  }
  const apply = useWrite<{ entered: string[] }>({
    request: () => ({
      method: 'POST',
      path,
      payload: { ...entered, matches, previewId: preview?.previewId },
    }),
    failure: null,
    success: ({ entered }) => ({
      title: `${entered.length} ${entered.length === 1 ? 'result' : 'results'} imported`,
      description: 'A second person must confirm them.',
    }),
    refresh: [campaignKey(campaignId)],
    onSuccess: onDone,
  })

  /** Another text is another file: what is known about the previous one is discarded. */
  const change = (text: string): void => {
    setCsv(text)
    setMatches({})
    for (const write of [ask, look, apply]) write.reset()
  }
  const read = async (chosen: File | null): Promise<void> => {
    change('')
    setFile(chosen && { name: chosen.name })
    if (!chosen) return
    const decoded = decodeCsv(new Uint8Array(await chosen.arrayBuffer()))
    if ('text' in decoded) change(decoded.text)
    else setFile({ name: chosen.name, problem: decoded.problem })
  }
  const error = [ask, look, apply].map((write) => write.error).find((one) => one !== null)
  return {
    ...{ csv, change, file, read, columns, setColumns, preview, ask, look, apply, error },
    ...{ matches, isAsked, notAsked: () => setAsked(false) },
    /** Each answer requests a new preview. */
    answer: (line: number, match: string) => lookWith({ ...matches, [line]: match }),
    lookAgain: () => lookWith(matches),
    back: () => {
      setAsked(false)
      look.reset()
      apply.reset()
      if (preview) setPreview(null)
      else setColumns(null)
    },
    enter: () => {
      const isUnusual = preview?.rows.some(({ unusual }) => unusual.length > 0)
      if (isUnusual && !isAsked) return setAsked(true)
      apply.mutate(undefined, {
        onError: (refused) => setPreview((before) => newerIn(refused) ?? before),
      })
    },
  }
}
export type Import = ReturnType<typeof useImport>
