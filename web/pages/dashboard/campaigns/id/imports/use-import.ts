import { useRef, useState } from 'react'
import { MAX_FILE_BYTES } from '#domain/files/decode.ts'
import type { Imported, ImportForm, ImportPreview, ImportRow } from '#domain/schemas/import.ts'
import { ApiError } from '#web/api-error.ts'
import { base64Of } from '#web/base64.ts'
import { counted } from '#web/format.ts'
import { campaignKey } from '#web/queries/campaigns.ts'
import type { ToastWords } from '#web/ui/toast.tsx'
import { useWrite } from '#web/write.ts'

type ReadError = ImportPreview['errors'][number]
/** What earlier previews had on each line: what is left out keeps its name and its place. */
type Seen = { rows: ReadonlyMap<number, ImportRow>; errors: ReadonlyMap<number, ReadError> }

export const NOTHING_SEEN: Seen = { rows: new Map(), errors: new Map() }

export const seenIn = ({ rows, errors }: Seen, preview: ImportPreview): Seen => ({
  rows: new Map([...rows, ...preview.rows.map((row) => [row.line, row] as const)]),
  errors: new Map([...errors, ...preview.errors.map((error) => [error.line, error] as const)]),
})

const time = ({ startTime }: ImportRow): number => (startTime === null ? 0 : Date.parse(startTime))

/** The preview's rows and those that were left out, by time: none moves when it is left out or brought back. */
export function rowsWithLeftOut(
  { rows }: ImportPreview,
  seen: Seen,
  leftOut: readonly number[],
): { row: ImportRow; isOut: boolean }[] {
  const out = new Set(leftOut)
  const here = new Set(rows.flatMap(({ lines }) => lines))
  const gone = [...seen.rows.values()].filter(({ line }) => out.has(line) && !here.has(line))
  return [...rows, ...gone]
    .map((row) => ({ row, isOut: out.has(row.line) }))
    .sort((a, b) => time(a.row) - time(b.row) || a.row.line - b.row.line)
}

/** Lines that nobody can read: still to be decided, and left out. */
export function errorsWithLeftOut(
  { errors }: ImportPreview,
  seen: Seen,
  leftOut: readonly number[],
): { open: ReadError[]; out: ReadError[] } {
  const out = new Set(leftOut)
  return {
    open: errors.filter(({ line }) => !out.has(line)),
    out: [...seen.errors.values()]
      .filter(({ line }) => out.has(line) && !seen.rows.has(line))
      .sort((a, b) => a.line - b.line),
  }
}

/** Neither the schedule nor a figure changes. */
export const changesNothing = ({ kind, figures }: ImportRow): boolean =>
  (kind === 'unchanged' || kind === 'season') && figures.every((figure) => figure.kind === 'unchanged')

/** What a person said about the file so far; every change asks for a new preview. */
type Said = {
  headerLine?: number
  columns: Record<string, string>
  answers: Record<string, string>
  leftOut: number[]
}
type Content = Partial<Pick<ImportForm, 'file' | 'text' | 'address' | 'followed'>>

const NOTHING_CHOSEN = { name: null, content: {} }
const NOTHING: Said = { columns: {}, answers: {}, leftOut: [] }
const LARGE = `The file is larger than ${MAX_FILE_BYTES / 1000} KB: export one season only`

/** The new preview, if something changed since the previous one. */
const newerIn = (error: Error): ImportPreview | undefined =>
  error instanceof ApiError ? (error.details as { preview?: ImportPreview } | undefined)?.preview : undefined

/** "3 results" and "2 events", of which there are any. */
export const countedParts = (results: number, events: number): string[] =>
  [results > 0 && counted(results, 'result'), events > 0 && counted(events, 'event')].filter(
    (part) => part !== false,
  )

function importedWords({ entered, preview: { totals, file } }: Imported): ToastWords {
  const parts = countedParts(entered.length, totals.new + totals.changed)
  if (totals.calledOff > 0) parts.push(`${totals.calledOff} called off`)
  const title = parts.length === 0 ? 'The schedule follows this calendar' : `Imported: ${parts.join(', ')}`
  if (entered.length === 0) return { title }
  return {
    title,
    description: file.isFinal
      ? 'A second person must confirm the results, on the Results tab.'
      : 'The results wait until you import the final file.',
  }
}

type Ways = { onDone: () => void; onNewer: (preview: ImportPreview) => void }

/** Imports what the preview shows, once. */
function useApply(campaignId: string, payload: object, { onDone, onNewer }: Ways) {
  const isSending = useRef(false)
  const apply = useWrite<Imported>({
    request: () => ({ method: 'POST', path: `/api/campaigns/${campaignId}/imports`, payload }),
    failure: null,
    success: importedWords,
    refresh: [campaignKey(campaignId)],
    onSuccess: onDone,
  })
  const enter = (): void => {
    // The second half of a double press comes before the button knows of the first.
    if (isSending.current) return
    isSending.current = true
    apply.mutate(undefined, {
      onSettled: (_, refused) => {
        isSending.current = false
        const newer = refused && newerIn(refused)
        if (newer) onNewer(newer)
      },
    })
  }
  return { apply, enter }
}

/** From a file to its preview, to what it adds: nothing is stored before the last step. */
export function useImport(campaignId: string, onDone: () => void) {
  const [{ name, content }, setChosen] = useState<{ name: string | null; content: Content }>(NOTHING_CHOSEN)
  const [problem, setProblem] = useState<string>()
  const [said, setSaid] = useState(NOTHING)
  const [preview, setPreview] = useState<ImportPreview | null>(null)
  const [seen, setSeen] = useState<Seen>(NOTHING_SEEN)
  const latest = useRef(said)
  const note = name ? `From ${name}`.slice(0, 500) : 'From pasted rows'
  const show = (next: ImportPreview): void => {
    setPreview(next)
    setSeen((before) => seenIn(before, next))
  }
  const look = useWrite<ImportPreview, { content: Content; said: Said }>({
    request: (asked) => ({
      method: 'POST',
      path: `/api/campaigns/${campaignId}/imports/preview`,
      payload: { ...asked.content, ...asked.said, note },
    }),
    failure: null,
    onSuccess: (answer, asked) => {
      // Something was said in between: another preview is on its way.
      if (latest.current === asked.said) show(answer)
    },
  })
  const payload = { ...content, ...said, note, previewId: preview?.previewId }
  const { apply, enter } = useApply(campaignId, payload, { onDone, onNewer: show })
  const say = (next: Said, of = content): void => {
    latest.current = next
    setSaid(next)
    apply.reset()
    look.mutate({ content: of, said: next })
  }
  const start = (of: Content = {}, called: string | null = null, wrong?: string): void => {
    setChosen({ name: called, content: of })
    setProblem(wrong)
    setPreview(null)
    setSeen(NOTHING_SEEN)
    setSaid(NOTHING)
    look.reset()
    apply.reset()
    // A new object: the answer to what was asked about the file before is too late.
    if (Object.keys(of).length > 0) say({ ...NOTHING }, of)
    else latest.current = NOTHING
  }
  const read = async (file: File | null): Promise<void> => {
    if (!file) return start()
    if (file.size === 0) return start({}, file.name, 'The file is empty')
    if (file.size > MAX_FILE_BYTES) return start({}, file.name, LARGE)
    start({ file: await base64Of(file) }, file.name)
  }
  return {
    name,
    problem,
    said,
    seen,
    preview,
    look,
    apply,
    read,
    start,
    enter,
    isPasted: content.text !== undefined,
    /** A calendar that the schedule follows once it is imported, or follows already. */
    isCalendar: content.address !== undefined || content.followed === true,
    isChanged:
      said.headerLine !== undefined || Object.values(said).some((one) => Object.keys(one).length > 0),
    /** With what was pressed since the preview was made. */
    questions: (preview?.questions ?? []).map((one) => ({
      ...one,
      answer: said.answers[one.id] ?? one.answer,
    })),
    answer: (id: string, value: string) => say({ ...said, answers: { ...said.answers, [id]: value } }),
    mean: (key: string, meaning: string) => say({ ...said, columns: { ...said.columns, [key]: meaning } }),
    /** Another header has other columns. */
    headAt: (headerLine: number) => say({ ...said, headerLine, columns: {} }),
    leaveOut: (lines: readonly number[], isOut: boolean): void => {
      const others = said.leftOut.filter((line) => !lines.includes(line))
      say({ ...said, leftOut: isOut ? [...new Set([...others, ...lines])] : others })
    },
    retry: () => say(said),
  }
}
export type Import = ReturnType<typeof useImport>
/** Once there is a preview. */
export type Previewed = Import & { preview: ImportPreview }
