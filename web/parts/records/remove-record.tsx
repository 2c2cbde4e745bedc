import { faTrash } from '@fortawesome/free-solid-svg-icons'
import { type ReactNode, useState } from 'react'
import { campaignKey } from '#web/queries/campaigns.ts'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Note } from '#web/ui/note.tsx'
import { useWrite } from '#web/write.ts'

type Props = {
  campaignId: string
  /** Below the campaign's address. */
  record: string
  version?: number
  /** On the button, and again on the one that confirms it. */
  label: string
  title: string
  pending: string
  done: string
  /** What it does. */
  children: ReactNode
  onRemoved: () => void
}

/** At the foot of a form: removes what it is about, once that is confirmed. */
export function RemoveRecord({ campaignId, record, version, label, title, pending, done, ...props }: Props) {
  const { children, onRemoved } = props
  const [isOpen, setOpen] = useState(false)
  const remove = useWrite({
    request: () => ({
      method: 'DELETE',
      path: `/api/campaigns/${campaignId}/${record}`,
      ...(version === undefined ? {} : { version }),
    }),
    failure: null,
    success: { title: done },
    refresh: [campaignKey(campaignId)],
    onSuccess: onRemoved,
  })
  return (
    <>
      <Button
        kind="quiet"
        size="small"
        type="button"
        className="justify-self-start"
        onClick={() => setOpen(true)}
      >
        <Icon icon={faTrash} />
        {label}
      </Button>
      <Confirm
        open={isOpen}
        onClose={() => {
          setOpen(false)
          remove.reset()
        }}
        title={title}
        confirm={label}
        kind="danger"
        pending={remove.isPending && pending}
        onConfirm={() => remove.mutate()}
      >
        {remove.error ? (
          <Note tone="danger" role="alert">
            {remove.error.message}
          </Note>
        ) : (
          <p className="quiet">{children}</p>
        )}
      </Confirm>
    </>
  )
}
