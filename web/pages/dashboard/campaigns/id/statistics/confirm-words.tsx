import { counted } from '#web/format.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import type { Questions } from './questions.ts'

type Props = {
  /** As it was called before; null: it is new. */
  name: string | null
  /** Undefined until it is known. */
  pledges: number | undefined
  /** Null: nothing is asked. */
  asked: Questions | null
  onYes: () => void
  onNo: () => void
}

/** Pledges keep counting what the statistic counts, whatever it is called (R15). */
export function ConfirmWords({ name, pledges, asked, onYes, onNo }: Props) {
  const isReworded = asked?.isReworded ?? false
  return (
    <Confirm
      open={asked !== null}
      onClose={onNo}
      onConfirm={onYes}
      title={isReworded ? 'Does it still count the same thing?' : 'Two statistics with the same name?'}
      cancel="Keep editing"
      confirm={isReworded ? 'It counts the same' : 'Save it anyway'}
    >
      <div className="grid gap-3 break-words">
        {isReworded && name !== null && <Reworded name={name} pledges={pledges} />}
        {asked?.namesake && (
          <p>
            There is already an open statistic “{asked.namesake}”. Supporters could pledge on one of the two
            while results are entered for the other.
          </p>
        )}
      </div>
    </Confirm>
  )
}

function Reworded({ name, pledges }: { name: string; pledges: number | undefined }) {
  const on =
    pledges === undefined
      ? `There may be pledges on “${name}”.`
      : `${counted(pledges, 'pledge')} ${pledges === 1 ? 'is' : 'are'} on “${name}”.`
  return (
    <>
      <p>
        {on} Change its name, unit or description only if it still counts the same thing. Otherwise close it
        to new pledges and add a new statistic.
      </p>
      <p className="quiet">Its supporters get an email with the old and new wording.</p>
    </>
  )
}
