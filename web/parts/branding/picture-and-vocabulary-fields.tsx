import { faCheck } from '@fortawesome/free-solid-svg-icons'
import { useId } from 'react'
import { z } from 'zod'
import { proposedLook, vocabularyOf } from '#domain/campaigns/proposed-vocabulary.ts'
import { type Kind, SCENE_LABELS, SCENES, type Scene } from '#domain/campaigns/scenes.ts'
import { byMatch, capital, type Vocabulary } from '#domain/campaigns/vocabulary.ts'
import { Vocabulary as Words } from '#domain/schemas/vocabulary.ts'
import { CampaignArt } from '#web/art/campaign-art.tsx'
import { Button } from '#web/ui/button.tsx'
import { CHOICE, CHOICE_INPUT } from '#web/ui/choice.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Switch } from '#web/ui/switch.tsx'

/** A campaign's drawn picture and vocabulary, as they are being chosen and typed. */
const typed = z.string().max(200)
/** Typed text may still be invalid. */
export const Look = z.object({
  scene: z.enum(SCENES),
  vocabulary: z.object({
    match: typed,
    matches: typed,
    season: typed,
    team: typed,
    achieved: typed,
    hasOpponents: z.boolean(),
  }),
})
export type Look = z.infer<typeof Look>

const NAMES = ['match', 'matches', 'season', 'team', 'achieved', 'hasOpponents'] as const

const isSameWords = (one: Vocabulary, other: Vocabulary): boolean =>
  NAMES.every((name) => one[name] === other[name])

/** Of another kind, a campaign has that kind's picture and words, unless somebody chose others. */
export function lookOfKind(look: Look, before: Kind, after: Kind): Look {
  const scene = look.scene === proposedLook(before).scene ? proposedLook(after).scene : look.scene
  const isUsual = isSameWords(look.vocabulary, vocabularyOf(look.scene, before.campaignType))
  return { scene, vocabulary: isUsual ? vocabularyOf(scene, after.campaignType) : look.vocabulary }
}

/** In a list of what changed. */
export const wordsText = ({ match, matches, season, team, achieved, hasOpponents }: Vocabulary): string =>
  [match, matches, season, team, achieved, hasOpponents ? 'with opponents' : 'without opponents'].join(', ')

/** The first message of each word that is wrong, by its field. */
export function wordProblems(vocabulary: Vocabulary): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const { path, message } of Words.safeParse(vocabulary).error?.issues ?? [])
    problems[`vocabulary.${path.join('.')}`] ??= message
  return problems
}

type Props = {
  /** The campaign whose picture is shown: its id determines the camera. */
  campaign: { id: string; campaignType: Parameters<typeof vocabularyOf>[1] }
  look: Look
  /** By the name of the field: `vocabulary.match`. */
  errors: Readonly<Record<string, string | undefined>>
  onChange: (look: Look) => void
}

/** A campaign's drawn picture and vocabulary. Words that were not changed follow the picture. */
export function LookFields({ campaign, look, errors, onChange }: Props) {
  const usual = vocabularyOf(look.scene, campaign.campaignType)
  const chooseScene = (scene: Scene): void =>
    onChange({
      scene,
      vocabulary: isSameWords(look.vocabulary, usual)
        ? vocabularyOf(scene, campaign.campaignType)
        : look.vocabulary,
    })
  return (
    <div className="grid gap-5">
      <SceneChoice id={campaign.id} value={look.scene} onChange={chooseScene} />
      <PictureAndVocabularyFieldsWords
        words={look.vocabulary}
        errors={errors}
        onChange={(vocabulary) => onChange({ ...look, vocabulary })}
      />
      {!isSameWords(look.vocabulary, usual) && (
        <Button
          size="small"
          className="justify-self-start"
          onClick={() => onChange({ ...look, vocabulary: usual })}
        >
          Use the usual words: {usual.match}, {usual.season}, {usual.team}
        </Button>
      )}
    </div>
  )
}

type SceneProps = { id: string; value: Scene; onChange: (scene: Scene) => void }

function SceneChoice({ id: campaignId, value, onChange }: SceneProps) {
  const id = useId()
  return (
    <fieldset className="field min-w-0">
      <legend className="field-label mb-1.5">Drawn picture</legend>
      <div className="grid grid-cols-3 gap-2 sm:grid-cols-5">
        {SCENES.map((scene) => (
          <label key={scene} className={`${CHOICE} block overflow-hidden`}>
            <input
              className={CHOICE_INPUT}
              type="radio"
              name={id}
              value={scene}
              checked={value === scene}
              onChange={() => onChange(scene)}
            />
            <CampaignArt
              campaign={{ id: campaignId, scene, imageUrl: null }}
              size="card"
              className="block h-auto w-full"
            />
            <span className="fine flex min-h-11 items-center justify-between text-ink2 gap-1 px-2 py-1">
              <span>{SCENE_LABELS[scene]}</span>
              {value === scene && <Icon icon={faCheck} />}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const FIELDS = [
  ['match', 'What results are counted for', 'For example match, week or concert.'],
  ['matches', 'Its plural', 'For example matches, weeks or concerts.'],
  ['season', 'What they are part of', 'For example season, term or tour.'],
  ['team', 'Who takes part', 'For example team, school or orchestra.'],
] as const

type WordProps = {
  words: Vocabulary
  errors: Props['errors']
  onChange: (words: Vocabulary) => void
}

function PictureAndVocabularyFieldsWords({ words, errors, onChange }: WordProps) {
  const field = (name: keyof Omit<Vocabulary, 'hasOpponents'>) => ({
    value: words[name],
    error: errors[`vocabulary.${name}`],
    onChange: (event: { target: { value: string } }) => onChange({ ...words, [name]: event.target.value }),
  })
  return (
    <fieldset className="field min-w-0">
      <legend className="field-label mb-1.5">Words</legend>
      <div className="grid gap-4 sm:grid-cols-2">
        {FIELDS.map(([name, label, hint]) => (
          <TextField key={name} label={label} hint={hint} maxLength={24} {...field(name)} />
        ))}
        <TextField
          label="When an achievement is paid"
          hint="For example Only if they do it."
          className="sm:col-span-2"
          maxLength={60}
          {...field('achieved')}
        />
      </div>
      <div className="mt-4">
        <Switch
          label="There are opponents, at home and away"
          checked={words.hasOpponents}
          onChange={(hasOpponents) => onChange({ ...words, hasOpponents })}
        />
      </div>
      <p className="note mt-4" aria-live="polite">
        <span>
          Supporters read: “The {words.season}, {byMatch(words)}”, “{capital(words.matches)}” and “You pay
          after the {words.season}”.
        </span>
      </p>
    </fieldset>
  )
}
