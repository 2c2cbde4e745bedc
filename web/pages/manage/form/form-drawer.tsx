import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { Note } from '#web/ui/note.tsx'
import { useUnsaved } from './unsaved.ts'

type Props = {
  title: string
  description?: string
  /** What the button says, and while it is at work. */
  save: string
  saving: string
  isPending: boolean
  isDirty: boolean
  problem: string | null
  onSubmit: (event: FormEvent) => void
  onClose: () => void
  /** A field or two: a dialog in the middle. */
  isShort?: boolean
  children: ReactNode
}

/** A record's form beside its list. What was typed is not thrown away unasked: by no way out of it. */
export function FormDrawer(props: Props) {
  const { title, description, save, saving, isPending, isDirty, problem, onSubmit, onClose, children } = props
  const Surface = props.isShort ? Dialog : Drawer
  const form = useId()
  const [isLeaving, setLeaving] = useState(false)
  const way = useUnsaved(isDirty)
  const close = (): void => (isDirty ? setLeaving(true) : onClose())
  return (
    <>
      <Surface
        open
        onOpenChange={(open) => !open && close()}
        title={title}
        {...(description ? { description } : {})}
        foot={
          <>
            <Button onClick={close}>Cancel</Button>
            <Button kind="primary" type="submit" form={form} pending={isPending && saving}>
              {save}
            </Button>
          </>
        }
      >
        <form
          id={form}
          noValidate
          className="grid gap-5"
          onSubmit={(event) => {
            // A form inside React's tree but outside the page's: its submit is nobody else's.
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
      <Confirm
        open={isLeaving || way.isBlocked}
        onClose={() => {
          setLeaving(false)
          way.stay()
        }}
        onConfirm={() => {
          if (way.isBlocked) way.leave()
          onClose()
        }}
        title="Leave without saving?"
        cancel="Keep editing"
        confirm="Throw away"
        kind="danger"
      >
        <p className="quiet">What you typed here is not saved yet.</p>
      </Confirm>
    </>
  )
}
