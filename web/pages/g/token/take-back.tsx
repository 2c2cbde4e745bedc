import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { LinkedGuestPledge } from '#domain/schemas/guest-pledge.ts'
import { dateTimeText } from '#web/format.ts'
import { AskFirst } from '#web/parts/guests/ask-first.tsx'
import { guestLinkPath, takeBack } from '#web/parts/guests/guest-calls.ts'
import { GuestScreen } from '#web/parts/guests/guest-screen.tsx'
import { guestLinkQuery } from '#web/queries/guest-pledges.ts'
import { Button } from '#web/ui/button.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { useFocusOnScreen } from '#web/ui/next-focus.ts'
import { Note } from '#web/ui/note.tsx'

type NotYouProps = { until: string; timeZone: string; onPress: () => void }

/** For the first 48 hours; the mail about the pledge leads here. */
export function NotYou({ until, timeZone, onPress }: NotYouProps) {
  return (
    <section className="grid gap-2 border-t border-line pt-4" aria-labelledby="not-you">
      <Heading level={2} size="detail" id="not-you">
        Not you?
      </Heading>
      <p className="quiet">
        You can take this pledge back until {dateTimeText(until, timeZone)}. Nothing is owed then.
      </p>
      <p>
        <Button onClick={onPress}>Take it back</Button>
      </p>
    </section>
  )
}

/** Asked where the pledge was not begun: a mail scanner takes nothing back either (R59). */
export function TakeBack({ pledge, token }: { pledge: LinkedGuestPledge; token: string }) {
  const client = useQueryClient()
  const taking = useMutation<null, Error>({ mutationFn: () => takeBack(token) })
  useFocusOnScreen(taking.isSuccess ? 'taken' : (pledge.question ?? null) === null)
  if (taking.isSuccess) {
    return (
      <GuestScreen title="The pledge was taken back" isOutcome>
        <p>It counts for nothing, and nothing is owed. We emailed you a confirmation.</p>
      </GuestScreen>
    )
  }
  if (pledge.question) {
    return (
      <AskFirst
        title="Take this pledge back"
        about={pledge}
        question={pledge.question}
        otherwise="If you close this page, the pledge stays as it is."
        path={guestLinkPath(token)}
        onAnswered={() => client.invalidateQueries({ queryKey: guestLinkQuery(token).queryKey })}
      />
    )
  }
  return (
    <GuestScreen title="Take this pledge back?">
      <p className="break-words">Your pledge for {pledge.campaignName} ends, and nothing is owed for it.</p>
      {taking.error && (
        <Note tone="danger" role="alert">
          {taking.error.message}
        </Note>
      )}
      <Button
        kind="danger"
        size="big"
        full
        ignoresDoubleClick
        pending={taking.isPending && 'One moment...'}
        onClick={() => taking.mutate()}
      >
        Yes, take it back
      </Button>
    </GuestScreen>
  )
}
