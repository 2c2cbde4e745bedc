import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog, type DialogProps } from '#web/ui/dialog.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { firstInvalid, focusOn } from '#web/ui/focus.ts'
import { Note } from '#web/ui/note.tsx'
import { LeaveQuestion, useLeaving } from './leaving.tsx'

type Props = {
  title: string
  description?: string
  /** The button's words, normally and while it is working. */
  save: string
  saving: string
  isPending: boolean
  /** Changes whenever an error was found: the first invalid field gets the focus. */
  attempt: number
  isDirty: boolean
  problem: string | null
  onSubmit: (event: FormEvent) => void
  onClose: () => void
  /** A field or two: a dialog in the middle. */
  isShort?: boolean
  children: ReactNode
}

/** A record's form beside its list. No way of closing it discards typed text without asking. */
export function FormDrawer(props: Props) {
  const { title, description, save, saving, isPending, isDirty, problem, onSubmit, onClose, children } = props
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if ((props.attempt > 0 || problem) && form.current) leadToWhatIsWrong(form.current)
  }, [props.attempt, problem])
  const formId = useId()
  const leaving = useLeaving(isDirty, onClose)
  return (
    <>
      <Surface
        isShort={props.isShort}
        open
        onOpenChange={(open) => !open && leaving.ask()}
        title={title}
        {...(description ? { description } : {})}
        foot={
          <>
            <Button onClick={() => leaving.ask()}>Cancel</Button>
            <Button kind="primary" type="submit" form={formId} pending={isPending && saving}>
              {save}
            </Button>
          </>
        }
      >
        <form
          ref={form}
          id={formId}
          noValidate
          className="grid gap-5"
          onSubmit={(event) => {
            // A form inside React's tree but outside the page's: its submit must not reach the forms around it.
            event.stopPropagation()
            onSubmit(event)
          }}
        >
          {problem && (
            <Note tone="danger" role="alert">
              {problem}
            </Note>
          )}
          {children}
        </form>
      </Surface>
      <LeaveQuestion {...leaving.question} title="Leave without saving?" cancel="Keep editing">
        What you typed here is not saved yet.
      </LeaveQuestion>
    </>
  )
}

/** On a phone a short one stays a card: it does not need the whole screen. */
function Surface({ isShort, ...props }: DialogProps & { isShort: boolean | undefined }) {
  return isShort ? <Dialog {...props} size="sheet" /> : <Drawer {...props} />
}

/** The first invalid field, including a list or a day and time; otherwise the message about the whole form. */
function leadToWhatIsWrong(form: HTMLFormElement): void {
  const field = firstInvalid(form)
  if (field) focusOn(field)
  else form.querySelector('[role=alert]')?.scrollIntoView({ block: 'nearest' })
}
