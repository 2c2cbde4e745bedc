import { z } from 'zod'
import { byMatch, capital, type Vocabulary } from '#domain/campaigns/vocabulary.ts'
import { Vocabulary as Words } from '#domain/schemas/vocabulary.ts'
import { Button } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Switch } from '#web/ui/switch.tsx'

const typed = z.string().max(200)
/** A campaign's words while they are being typed: they may still be invalid. */
export const VocabularyTyped = z.object({
  match: typed,
  matches: typed,
  season: typed,
  team: typed,
  achieved: typed,
  hasOpponents: z.boolean(),
})

const NAMES = ['match', 'matches', 'season', 'team', 'achieved', 'hasOpponents'] as const

export const isSameWords = (one: Vocabulary, other: Vocabulary): boolean =>
  NAMES.every((name) => one[name] === other[name])

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

const FIELDS = [
  ['match', 'What results are counted for', 'For example match, week or concert.'],
  ['matches', 'Its plural', 'For example matches, weeks or concerts.'],
  ['season', 'What they are part of', 'For example season, term or tour.'],
  ['team', 'Who takes part', 'For example team, school or orchestra.'],
] as const

type Props = {
  words: Vocabulary
  /** Those of its kind of cause. */
  usual: Vocabulary
  /** By the name of the field: `vocabulary.match`. */
  errors: Readonly<Record<string, string | undefined>>
  onChange: (words: Vocabulary) => void
}

/** For the few who want other words than their kind of cause has. */
export function ChangeTheWords({ words, usual, errors, onChange }: Props) {
  const field = (name: keyof Omit<Vocabulary, 'hasOpponents'>) => ({
    value: words[name],
    error: errors[`vocabulary.${name}`],
    onChange: (event: { target: { value: string } }) => onChange({ ...words, [name]: event.target.value }),
  })
  return (
    <Disclosure
      summary={`Change the words: ${words.match}, ${words.season}, ${words.team}`}
      open={Object.keys(errors).some((name) => name.startsWith('vocabulary.') && errors[name])}
    >
      <div className="grid gap-4">
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
        <Switch
          label="There are opponents, at home and away"
          checked={words.hasOpponents}
          onChange={(hasOpponents) => onChange({ ...words, hasOpponents })}
        />
        <p className="note" aria-live="polite">
          <span>
            Supporters read: “The {words.season}, {byMatch(words)}”, “{capital(words.matches)}” and “You pay
            after the {words.season}”.
          </span>
        </p>
        {!isSameWords(words, usual) && (
          <Button size="small" className="justify-self-start" onClick={() => onChange(usual)}>
            Use the usual words: {usual.match}, {usual.season}, {usual.team}
          </Button>
        )}
      </div>
    </Disclosure>
  )
}
