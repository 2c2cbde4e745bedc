import { faCopy, faEllipsis, faPen, faTrash } from '@fortawesome/free-solid-svg-icons'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { celebrate } from '#web/ui/confetti.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { Note } from '#web/ui/note.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { Steps } from '#web/ui/steps.tsx'
import { toast } from '#web/ui/toast.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { Case } from './schemes.tsx'

type Open = 'dialog' | 'drawer' | 'confirm' | null
const NAMES = ['Your Information', 'Ambassador', 'Privacy', 'Payment', 'Review', 'Success']
const TYPES = [
  { value: 'game', label: 'Game' },
  { value: 'practice', label: 'Practice' },
]

export function Overlays() {
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  return (
    <div className="dev-stack">
      <Case name="Over the page">
        <div className="dev-row">
          <Button onClick={() => setOpen('dialog')}>Dialog with steps</Button>
          <Button onClick={() => setOpen('drawer')}>Drawer</Button>
          <Button kind="danger" onClick={() => setOpen('confirm')}>
            Question
          </Button>
        </div>
      </Case>
      <Case name="Steps: the first, on the way, the last">
        <div>
          {[1, 5, 6].map((now) => (
            <Steps key={now} now={now} of={6} name={NAMES[now - 1] ?? ''} next={NAMES[now] ?? null} />
          ))}
        </div>
      </Case>
      <Case name="Menu and tooltip">
        <div className="dev-row">
          <Menu
            head="Harbor, Oct 3"
            trigger={
              <Button>
                <Icon icon={faEllipsis} />
                More
              </Button>
            }
          >
            <MenuItem icon={faPen} onSelect={() => undefined}>
              Edit
            </MenuItem>
            <MenuItem icon={faCopy} disabled>
              Copy last year
            </MenuItem>
            <MenuItem icon={faTrash} danger onSelect={() => setOpen('confirm')}>
              Remove
            </MenuItem>
          </Menu>
          <Tooltip text="Sorted descending: sort ascending">
            <Button>Rest on me</Button>
          </Tooltip>
        </div>
      </Case>
      <Case name="Toasts and confetti">
        <div className="dev-row">
          <Button
            onClick={() =>
              toast({
                title: 'PLEDGE LOCKED IN!',
                description: "You're now part of the team! Let's make this season legendary.",
              })
            }
          >
            Good news
          </Button>
          <Button
            onClick={() =>
              toast({
                title: 'Pledge Failed',
                description: 'Your card was not charged. Try again in a moment.',
                destructive: true,
              })
            }
          >
            Bad news
          </Button>
          <Button onClick={celebrate}>Confetti</Button>
        </div>
      </Case>
      {open === 'dialog' && <PledgeSteps onClose={close} />}
      {open === 'drawer' && <EventDrawer onClose={close} />}
      <Confirm
        open={open === 'confirm'}
        onClose={close}
        onConfirm={close}
        title="Remove this ambassador?"
        confirm="Remove"
        kind="danger"
      >
        Her link stops working at once. What she brought stays credited to her.
      </Confirm>
    </div>
  )
}

function PledgeSteps({ onClose }: { onClose: () => void }) {
  const [step, setStep] = useState(1)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="wide"
      title="Complete Your Pledge"
      head={<Steps now={step} of={6} name={NAMES[step - 1] ?? ''} next={NAMES[step] ?? null} />}
      part={step}
      foot={
        <>
          <Button disabled={step === 1} onClick={() => setStep(step - 1)}>
            Back
          </Button>
          <Button kind="primary" onClick={() => (step === 6 ? onClose() : setStep(step + 1))}>
            {step === 6 ? 'Done' : 'Next'}
          </Button>
        </>
      }
    >
      <div className="dev-stack">
        <TextField label="First name" />
        <TextField label="Last name" />
        <Note>Nothing is charged today.</Note>
      </div>
    </Dialog>
  )
}

function EventDrawer({ onClose }: { onClose: () => void }) {
  const [type, setType] = useState('game')
  const [day, setDay] = useState('2026-10-17')
  return (
    <Drawer
      open
      onOpenChange={onClose}
      title="Add Event"
      description="A game, a practice or a day that supporters should know."
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" onClick={onClose}>
            Add Event
          </Button>
        </>
      }
    >
      <div className="dev-stack">
        <TextField label="Event name" />
        <SelectField label="Event type" options={TYPES} value={type} onChange={setType} />
        <DateField label="Event day" value={day} onChange={setDay} today="2026-10-13" />
      </div>
    </Drawer>
  )
}
