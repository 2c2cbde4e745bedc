import { useState } from 'react'
import { useWords } from '#web/site/words.ts'
import { Button } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { TextArea, TextField } from '#web/ui/field.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { fieldErrors } from '#web/write.ts'
import type { Import } from './use-import.ts'

/** One press for a file; rows are pasted below, where somebody has no file. */
export function ChooseFile({ importing, mayFollow }: { importing: Import; mayFollow: boolean }) {
  const words = useWords()
  const { name, problem, look, isPasted, isCalendar } = importing
  const [text, setText] = useState('')
  const wrong = fieldErrors(look.error)
  const refused = look.error ? (wrong.file ?? wrong.text ?? wrong.address ?? look.error.message) : undefined
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
          name={name}
          error={problem ?? (isPasted || isCalendar ? undefined : refused)}
          onFile={(file) => void importing.read(file)}
        />
        {/* It has its place before it says something: nothing below it moves. */}
        <p role="status" className="quiet min-h-6">
          {look.isPending && !isPasted && !isCalendar && 'Reading the file...'}
        </p>
      </div>
      {mayFollow && <Follow importing={importing} error={isCalendar ? refused : undefined} />}
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
            onClick={() => importing.start({ text })}
          >
            Read the rows
          </Button>
        </div>
      </Disclosure>
    </div>
  )
}

/** The address of a team's calendar: what moves there moves here. */
function Follow({ importing, error }: { importing: Import; error: string | undefined }) {
  const [address, setAddress] = useState('')
  const isPending = importing.look.isPending && importing.isCalendar
  return (
    <Disclosure summary="Or follow a calendar" open={isPending || error !== undefined}>
      <div className="grid gap-4">
        <TextField
          label="Address of the calendar"
          hint="Look for “Subscribe” or “iCal link” in your program. It is read every hour: games that move there move here."
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          value={address}
          error={error}
          onChange={(event) => setAddress(event.target.value)}
        />
        <Button
          kind="ink"
          className="justify-self-start"
          disabled={address.trim() === ''}
          pending={isPending && 'Processing...'}
          onClick={() => importing.start({ address: address.trim() })}
        >
          Read the calendar
        </Button>
      </div>
    </Disclosure>
  )
}
