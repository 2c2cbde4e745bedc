import { faQrcode } from '@fortawesome/free-solid-svg-icons'
import { useEffect, useRef, useState } from 'react'
import { capital } from '#domain/campaigns/vocabulary.ts'
import type { Management } from '#domain/schemas/campaign.ts'
import { countsUnits } from '#domain/season/statistic-types.ts'
import { eventTimeText, quantityText } from '#web/format.ts'
import { WhyFields } from '#web/pages/dashboard/campaigns/id/results/entry-fields.tsx'
import { Question } from '#web/pages/dashboard/campaigns/id/results/use-confirming.tsx'
import { campaignKey } from '#web/queries/campaigns.ts'
import { useNow } from '#web/site/session.ts'
import { useWords } from '#web/site/vocabulary.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { ChoiceField, FieldError } from '#web/ui/field.tsx'
import { firstInvalid, focusOn } from '#web/ui/focus.ts'
import { Heading } from '#web/ui/heading.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Stepper } from '#web/ui/stepper.tsx'
import { useWrite } from '#web/write.ts'
import { BesideSave } from './beside-save.tsx'
import { type Counting, type Touchline, useCount } from './use-count.ts'
import { MatchBoard, WhichMatch } from './which-match.tsx'

const FORM = 'match-results'

const countedIn = (data: Management) =>
  data.statistics.filter(({ type, isActive }) => countsUnits(type) && isActive)

/** One match, one row per statistic: made for a thumb at the touchline. Figures are the match's totals. */
export function MatchDialog(screen: Touchline) {
  const counting = useCount(screen)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (counting.tries === 0) return
    const wrong = form.current?.querySelector('.field-error')
    wrong?.scrollIntoView({ block: 'center' })
    // Read out with what is wrong. Under a thumb the group has the focus: the field would open the phone's keyboard over the board.
    const field = firstInvalid(form.current)
    const isTouched = window.matchMedia('(pointer: coarse)').matches
    focusOn((isTouched && field?.closest('.stepper')) || field)
  }, [counting.tries])
  return (
    <Dialog
      open
      onOpenChange={screen.onClose}
      title={screen.mended ? 'Change the entry' : 'Enter Results'}
      foot={<BesideSave {...screen} form={FORM} counting={counting} />}
    >
      <form
        ref={form}
        id={FORM}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void counting.save()
        }}
      >
        <MatchBoard {...screen} counting={counting} />
        <WhichMatch {...screen} counting={counting} />
        <Rows data={screen.data} counting={counting} />
        <Words counting={counting} />
        <ShowCode campaign={screen.data.campaign} />
        {screen.onSingle && (
          <button
            type="button"
            className="text-button justify-self-start text-left"
            onClick={screen.onSingle}
          >
            One result without a {screen.data.campaign.vocabulary.match}, or less than before
          </button>
        )}
        <Asked data={screen.data} counting={counting} />
      </form>
    </Dialog>
  )
}

const errorOf = (statisticId: string): string => `error-${statisticId}`

function Rows({ data, counting }: { data: Management; counting: Counting }) {
  const { shown, type, stood, isOpen, problems } = counting
  const counted = countedIn(data)
  const empty = counted.filter(({ id }) => shown(id) === '')
  return (
    <>
      <ul className="grid gap-3">
        {counted.map(({ id, name, confirmedQuantity }) => (
          <li key={id} className="card p-3.5 sm:p-4">
            <div className="flex flex-wrap items-center justify-end gap-3">
              <div className="min-w-0 flex-[1_1_7rem]">
                <Heading level={3} size="card" className="break-words">
                  {name}
                </Heading>
                <p className="quiet fine">
                  {stood(id) === null
                    ? `${quantityText(confirmedQuantity)} confirmed`
                    : `${quantityText(stood(id) ?? 0)} entered${isOpen(id) ? ', not final' : ''}`}
                </p>
              </div>
              <Stepper
                label={name}
                value={shown(id)}
                onChange={(value) => type(id, value)}
                errorId={problems[id] && errorOf(id)}
              />
            </div>
            {problems[id] && <FieldError id={errorOf(id)}>{problems[id]}</FieldError>}
          </li>
        ))}
      </ul>
      {empty.length > 0 && empty.length < counted.length && (
        <button type="button" className="text-button justify-self-start" onClick={() => counting.zero(empty)}>
          {empty.length === 1 ? `Set ${empty[0]?.name} to 0` : `Set the other ${empty.length} to 0`}
        </button>
      )}
    </>
  )
}

/** The reason, and the evidence. A correction asks for it explicitly. */
function Words({ counting: { count, change, isCorrection, problems } }: { counting: Counting }) {
  const fields = (
    <WhyFields
      why={count}
      onChange={({ note, evidenceUrl }) => change({ ...count, note, evidenceUrl })}
      problems={problems}
      label={isCorrection ? 'Reason for the correction' : 'Note'}
    />
  )
  const isOpen = isCorrection || count.note !== '' || count.evidenceUrl !== ''
  // In the same position in both: a link that is being typed keeps the focus.
  return (
    <Disclosure summary="Add a note or an evidence link" open={isOpen}>
      {fields}
    </Disclosure>
  )
}

/** One question at a time, before anything is stored or sent. */
function Asked({ data, counting }: { data: Management; counting: Counting }) {
  const { question, isThat, isSecond, isNone, isRight, isWrong } = counting
  if (question?.about === 'match')
    return <WhichOne data={data} matches={question.matches} onThat={isThat} onNone={isNone} />
  if (question?.about === 'second')
    return (
      <Question
        title={`Is this a second ${data.campaign.vocabulary.match} on that day?`}
        reasons={[`${question.same.name}, ${eventTimeText(question.same, data.campaign.timeZone)}`]}
        yes={`Same ${data.campaign.vocabulary.match}`}
        no={`Second ${data.campaign.vocabulary.match}: ${question.opponent}`}
        onYes={() => isThat(question.same.id)}
        onNo={isSecond}
      />
    )
  if (question?.about !== 'figures') return null
  return (
    <Question
      title="Is this right?"
      reasons={question.reasons}
      yes="Yes, that is right"
      no="Change it"
      onYes={isRight}
      onNo={isWrong}
    />
  )
}

type Which = {
  data: Management
  matches: Management['events']
  onThat: (eventId: string) => void
  onNone: () => void
}

/** The match may be on the schedule under another name: entered twice, it would count twice. */
function WhichOne({ data, matches, onThat, onNone }: Which) {
  const [first, ...others] = matches
  const words = useWords()
  const [chosen, setChosen] = useState(first?.id ?? '')
  const one = matches.find(({ id }) => id === chosen) ?? first
  if (!first || !one) return null
  return (
    <Question
      title={`Is this ${words.match} already on the schedule?`}
      reasons={others.length === 0 ? [`${first.name}, ${eventTimeText(first, data.campaign.timeZone)}`] : []}
      yes={`Same ${words.match}: ${one.name}`}
      no={`A different ${words.match}`}
      onYes={() => onThat(one.id)}
      onNo={onNone}
    >
      {others.length > 0 && (
        <ChoiceField
          label={capital(words.match)}
          value={chosen}
          onChange={(event) => setChosen(event.target.value)}
        >
          {matches.map((match) => (
            <option key={match.id} value={match.id}>
              {match.name}, {eventTimeText(match, data.campaign.timeZone)}
            </option>
          ))}
        </ChoiceField>
      )}
    </Question>
  )
}

/** At half-time: the scoreboard shows its code in large size, so that spectators can pledge. */
function ShowCode({ campaign }: Pick<Management, 'campaign'>) {
  const now = useNow()
  const isShown = Boolean(campaign.codeShownUntil) && Date.parse(campaign.codeShownUntil ?? '') > now
  const { mutate, isPending } = useWrite<null>({
    request: () => ({
      method: 'PUT',
      path: `/api/campaigns/${campaign.id}/scoreboard`,
      payload: { showsCode: !isShown },
    }),
    failure: isShown ? 'Still on the scoreboard' : 'Not on the scoreboard',
    success: isShown
      ? {
          title: 'The code is off the scoreboard',
          description: `It shows the ${campaign.vocabulary.season} again.`,
        }
      : { title: 'The code is on the scoreboard', description: 'For 15 minutes, or until you take it down.' },
    refresh: [campaignKey(campaign.id)],
  })
  if (campaign.pledgesClosedReason !== null) return null
  return (
    <Button
      className="justify-self-start"
      pending={isPending && 'One moment...'}
      onClick={() => mutate(undefined)}
    >
      <Icon icon={faQrcode} />
      {isShown ? 'Take the code down' : 'Show code on the scoreboard'}
    </Button>
  )
}
