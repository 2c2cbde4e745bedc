import { useState } from 'react'
import type { BankFileRead } from '#domain/schemas/bank-statement.ts'
import { base64Of } from '#web/base64.ts'
import { countText } from '#web/format.ts'
import { Button } from '#web/ui/button.tsx'
import { ChoiceGroup } from '#web/ui/choice-group.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { fieldErrors, useWrite } from '#web/write.ts'

const linesText = (count: number): string => (count === 1 ? '1 line' : `${countText(count)} lines`)

const resultOf = ({ added, known }: BankFileRead) => ({
  title: added === 0 ? 'Nothing new in this file' : `${linesText(added)} imported`,
  ...(known > 0 ? { description: `${linesText(known)} were imported before and stay as they are.` } : {}),
})

/** A file of the bank: read at once, with what it does not say by itself as a question. */
export function ImportFile() {
  const [file, setFile] = useState<File | null>(null)
  const [questions, setQuestions] = useState<BankFileRead['questions']>([])
  const [answers, setAnswers] = useState<Record<string, string>>({})
  const start = (next: File | null): void => {
    setFile(next)
    setQuestions([])
    setAnswers({})
    read.reset()
  }
  const read = useWrite<BankFileRead>({
    request: async () => ({
      method: 'POST',
      path: '/api/bank-files',
      payload: { file: file ? await base64Of(file) : '', answers },
    }),
    failure: 'The file was not imported',
    refresh: [['bank']],
    onSuccess: (output) => setQuestions(output.questions),
  })
  const isAnswered = questions.every(({ id }) => answers[id] !== undefined)
  const done = read.data && read.data.questions.length === 0 ? resultOf(read.data) : null
  return (
    <form
      noValidate
      className="card grid gap-4 p-5 sm:p-6"
      onSubmit={(event) => {
        event.preventDefault()
        if (file && isAnswered) read.mutate()
      }}
    >
      <Heading level={2}>Import a file of the bank</Heading>
      <p className="quiet max-w-[62ch]">
        Download the account’s transactions as CSV, OFX or QFX. The same line is never imported twice, and
        nothing is posted to the books.
      </p>
      <FileDrop
        label="File of the bank account"
        accept=".csv,.txt,.ofx,.qfx,text/csv"
        name={file?.name ?? null}
        onFile={start}
        error={fieldErrors(read.error).file}
      />
      {questions.map(({ id, text, choices }) => (
        <ChoiceGroup
          key={id}
          legend={text}
          options={choices.map(({ value, label }) => ({ value, title: label }))}
          value={answers[id] ?? null}
          onChange={(value) => setAnswers((before) => ({ ...before, [id]: value }))}
        />
      ))}
      <div className="flex flex-wrap items-center gap-4">
        <Button
          {...(done ? {} : { kind: 'primary' as const })}
          type="submit"
          pending={read.isPending && 'Importing...'}
          reason={file === null ? 'Choose a file' : isAnswered ? undefined : 'Answer the question above'}
        >
          Import lines
        </Button>
        <p role="status" className="quiet">
          {done && [done.title, done.description].filter(Boolean).join('. ')}
        </p>
      </div>
    </form>
  )
}
