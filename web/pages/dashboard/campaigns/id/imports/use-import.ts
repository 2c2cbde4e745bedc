import { useRef, useState } from 'react'
import { MAX_FILE_BYTES } from '#domain/files/decode.ts'
import type { Imported, ImportPreview } from '#domain/schemas/import.ts'
import { ApiError } from '#web/api-error.ts'
import { counted } from '#web/format.ts'
import { campaignKey } from '#web/queries/campaigns.ts'
import { useWrite } from '#web/write.ts'
import { NOTHING_SEEN, type Seen, seenIn } from './left-out.ts'

/** What a person said about the file so far; every change asks for a new preview. */
export type Said = {
  headerLine?: number
  columns: Record<string, string>
  answers: Record<string, string>
  leftOut: number[]
}
type Chosen = { name: string | null; file?: string; text?: string; address?: string; followed?: true }

const NOTHING: Said = { columns: {}, answers: {}, leftOut: [] }
const LARGE = `The file is larger than ${MAX_FILE_BYTES / 1000} KB: export one season only`

/** In base64, in pieces: a long file is more arguments than a function takes. */
async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let letters = ''
  for (let at = 0; at < bytes.length; at += 8_192)
    letters += String.fromCharCode(...bytes.subarray(at, at + 8_192))
  return btoa(letters)
}

/** The new preview, if something changed since the previous one (R19). */
const newerIn = (error: Error): ImportPreview | undefined =>
  error instanceof ApiError ? (error.details as { preview?: ImportPreview } | undefined)?.preview : undefined

export function importedWords({ entered, preview: { totals, file } }: Imported): {
  title: string
  description?: string
} {
  const events = totals.new + totals.changed
  const parts = [
    ...(entered.length > 0 ? [counted(entered.length, 'result')] : []),
    ...(events > 0 ? [counted(events, 'event')] : []),
    ...(totals.calledOff > 0 ? [`${totals.calledOff} called off`] : []),
  ]
  const title = parts.length === 0 ? 'The schedule follows this calendar' : `Imported: ${parts.join(', ')}`
  if (entered.length === 0) return { title }
  return {
    title,
    description: file.isFinal
      ? 'A second person must confirm the results, on the Results tab.'
      : 'The results wait until you import the final file.',
  }
}

const leftOutAfter = ({ leftOut }: Said, lines: readonly number[], isOut: boolean): number[] =>
  isOut ? [...new Set([...leftOut, ...lines])] : leftOut.filter((line) => !lines.includes(line))

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
  const [chosen, setChosen] = useState<Chosen>({ name: null })
  const [problem, setProblem] = useState<string>()
  const [said, setSaid] = useState(NOTHING)
  const [preview, setPreview] = useState<ImportPreview | null>(null)
  const [seen, setSeen] = useState<Seen>(NOTHING_SEEN)
  const latest = useRef(said)
  const { name, ...content } = chosen
  const note = name ? `From ${name}`.slice(0, 500) : 'From pasted rows'
  const show = (next: ImportPreview): void => {
    setPreview(next)
    setSeen((before) => seenIn(before, next))
  }
  const look = useWrite<ImportPreview, { content: Omit<Chosen, 'name'>; said: Said }>({
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
  const say = (next: Said, of: Omit<Chosen, 'name'> = content): void => {
    latest.current = next
    setSaid(next)
    apply.reset()
    look.mutate({ content: of, said: next })
  }
  const start = (next: Chosen): void => {
    setChosen(next)
    setProblem(undefined)
    setPreview(null)
    setSeen(NOTHING_SEEN)
    setSaid(NOTHING)
    look.reset()
    apply.reset()
    const { name: _, ...of } = next
    // A new object: the answer to what was asked about the file before is too late.
    if (of.file || of.text?.trim() || of.address?.trim() || of.followed) say({ ...NOTHING }, of)
    else latest.current = NOTHING
  }
  const read = async (file: File | null): Promise<void> => {
    if (!file) return start({ name: null })
    if (file.size <= MAX_FILE_BYTES && file.size > 0)
      return start({ name: file.name, file: await base64Of(file) })
    start({ name: file.name })
    setProblem(file.size === 0 ? 'The file is empty' : LARGE)
  }
  return {
    ...{ chosen, problem, said, seen, preview, look, apply, read },
    isChanged:
      said.headerLine !== undefined || Object.values(said).some((one) => Object.keys(one).length > 0),
    paste: (text: string) => start({ name: null, text }),
    /** A calendar's address, which the schedule follows once it is imported. */
    follow: (address: string) => start({ name: null, address }),
    /** The calendar that is followed already, with what waits for an answer. */
    review: () => start({ name: null, followed: true }),
    answer: (id: string, value: string) => say({ ...said, answers: { ...said.answers, [id]: value } }),
    mean: (key: string, meaning: string) => say({ ...said, columns: { ...said.columns, [key]: meaning } }),
    /** Another header has other columns. */
    headAt: (headerLine: number) => say({ ...said, headerLine, columns: {} }),
    leaveOut: (lines: readonly number[], isOut: boolean) =>
      say({ ...said, leftOut: leftOutAfter(said, lines, isOut) }),
    again: () => start({ name: null }),
    retry: () => say(said),
    enter,
  }
}
export type Import = ReturnType<typeof useImport>
