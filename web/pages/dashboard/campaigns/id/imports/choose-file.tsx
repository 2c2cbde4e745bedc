import { useState } from 'react'
import { useWords } from '#web/site/words.ts'
import { Button } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { fieldErrors } from '#web/write.ts'
import type { Import } from './use-import.ts'

/** One press for a file; rows are pasted below, where somebody has no file. */
export function ChooseFile({ importing }: { importing: Import }) {
  const words = useWords()
  const { chosen, problem, read, paste, look } = importing
  const [text, setText] = useState('')
  const wrong = fieldErrors(look.error)
  const refused = look.error ? (wrong.file ?? wrong.text ?? look.error.message) : undefined
  const isPasted = chosen.text !== undefined
  return (
    <div className="grid gap-5">
      <p className="quiet">
        A schedule, a calendar, statistics or a scorebook, as your program exports it. You see what would
        change before anything is saved.
      </p>
      <div className="grid gap-2">
        <FileDrop
          label="File"
          accept=".csv,.tsv,.txt,.ics,.xml,text/csv,text/calendar,text/plain,text/xml"
          name={chosen.name}
          error={problem ?? (isPasted ? undefined : refused)}
          onFile={(file) => void read(file)}
        />
        {/* It has its place before it says something: nothing below it moves. */}
        <p role="status" className="quiet min-h-6">
          {look.isPending && !isPasted && 'Reading the file...'}
        </p>
      </div>
      <Disclosure summary="Or paste the rows" open={isPasted}>
        <div className="grid gap-4">
          <TextArea
            label="Rows"
            hint={`With a first line such as: date, ${words.hasOpponents ? 'opponent' : words.match}, and what was counted.`}
            rows={6}
            spellCheck={false}
            value={text}
            error={isPasted ? refused : undefined}
            onChange={(event) => setText(event.target.value)}
          />
          <Button
            kind="ink"
            className="justify-self-start"
            disabled={text.trim() === ''}
            pending={look.isPending && isPasted && 'Processing...'}
            onClick={() => paste(text)}
          >
            Read the rows
          </Button>
        </div>
      </Disclosure>
    </div>
  )
}
