/** What a forecast asks of the person setting up a statistic, in plain words (R61). */
import { capital, type Vocabulary } from '#domain/campaigns/vocabulary.ts'

/** "Matches last season" */
export const lastMatchesLabel = ({ matches, season }: Vocabulary): string =>
  `${capital(matches)} last ${season}`

export const CHANCE = {
  label: 'How likely is it? (your own estimate)',
  hint: 'In percent, used only for the forecast. If it is empty, the forecast leaves this statistic out.',
}
