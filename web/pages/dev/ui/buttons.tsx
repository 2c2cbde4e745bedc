import { faBan, faCheck, faPlus, faUpload, faXmark } from '@fortawesome/free-solid-svg-icons'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { toast } from '#web/ui/toast.tsx'
import { Case } from './schemes.tsx'

export function Buttons() {
  const [isPending, setPending] = useState(false)
  return (
    <div className="dev-stack">
      <Case name="Primary, big, full width">
        <Button kind="primary" size="big" full>
          Lock in your pledge now!
        </Button>
      </Case>
      <Case name="Primary; waiting; disabled">
        <div className="dev-row">
          <Button kind="primary">Confirm Pledge</Button>
          <Button kind="primary" pending="Processing...">
            Confirm Pledge
          </Button>
          <Button kind="primary" disabled>
            Confirm Pledge
          </Button>
        </div>
      </Case>
      <Case name="Waits while you look: its width stays">
        <div className="dev-row">
          <Button kind="primary" pending={isPending && 'Saving...'} onClick={() => setPending(true)}>
            <Icon icon={faPlus} />
            Create the campaign
          </Button>
        </div>
      </Case>
      <Case name="Disabled, with the reason in words">
        <Button kind="primary" reason="3 results still wait for a second person">
          Lock the settlement
        </Button>
      </Case>
      <Case name="Secondary, with an icon, waiting, disabled">
        <div className="dev-row">
          <Button>Save Changes</Button>
          <Button>
            <Icon icon={faUpload} />
            Import CSV
          </Button>
          <Button pending="Saving...">Save Changes</Button>
          <Button disabled>Previous</Button>
        </div>
      </Case>
      <Case name="Ink, quiet, danger">
        <div className="dev-row">
          <Button kind="ink">
            <Icon icon={faCheck} />
            Confirm
          </Button>
          <Button kind="quiet">
            <Icon icon={faXmark} />
            Cancel Selection
          </Button>
          <Button kind="danger">
            <Icon icon={faBan} />
            Void result
          </Button>
          <Button kind="danger" disabled>
            Void result
          </Button>
        </div>
      </Case>
      <Case name="Small, dense in tables, a word in a table, an icon alone">
        <div className="dev-row">
          <Button size="small">Next</Button>
          <Button size="dense">Manage</Button>
          <button type="button" className="text-button">
            Correct
          </button>
          <button type="button" className="icon-button" aria-label="Close">
            <Icon icon={faXmark} />
          </button>
        </div>
      </Case>
      <Case name="Copies, and says so">
        <div className="dev-row">
          <CopyButton
            text="https://example.org/c/goals"
            onRefused={() => toast({ title: 'Copy the address manually', destructive: true })}
          >
            Copy Link
          </CopyButton>
        </div>
      </Case>
      <Case name="On a board or a hero">
        <div className="board pad dev-row">
          <Button kind="primary">Start My Campaign</Button>
          <Button kind="onboard">See How It Works</Button>
          <Button kind="onboard" disabled>
            Share
          </Button>
        </div>
      </Case>
    </div>
  )
}
