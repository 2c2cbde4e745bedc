import type { ReactNode } from 'react'
import { Button, type ButtonKind } from './button.tsx'
import { dialogClass, ModalFrame } from './dialog.tsx'

type Props = {
  open: boolean
  onClose: () => void
  onConfirm: () => void
  title: string
  confirm: string
  /** The label of the button that cancels. */
  cancel?: string
  kind?: ButtonKind
  pending?: string | false
  disabled?: boolean
  /** What is missing before it can be confirmed. */
  reason?: string | undefined
  children: ReactNode
}

/** A question before something that is hard to undo: it says what will happen, and the button repeats it. */
export function Confirm({
  open,
  onClose,
  onConfirm,
  title,
  confirm,
  cancel = 'Cancel',
  kind = 'primary',
  pending,
  disabled,
  reason,
  children,
}: Props) {
  return (
    <ModalFrame
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={title}
      className={dialogClass('sheet')}
      isAlert
      foot={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button kind={kind} pending={pending} disabled={disabled} reason={reason} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    >
      {children}
    </ModalFrame>
  )
}
